internal import CCurl

/// Owner of one libcurl transfer and of what libcurl only borrows for it.
@safe struct EasyHandle: ~Copyable {
    /// For the loop that runs it; never kept beyond this owner.
    let pointer: UnsafeMutableRawPointer
    private let errorRoom: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>]

    /// `nil` when libcurl has no memory for it.
    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe pointer = handle
        unsafe lists = []
        unsafe errorRoom = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorRoom.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        _ = unsafe affix_curl_set_error_room(handle, errorRoom)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
        unsafe errorRoom.deallocate()
    }

    /// Whether libcurl took the value: what guards us must not be missing in silence.
    mutating func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe affix_curl_set_number(pointer, option, value) == CURLE_OK
    }

    mutating func set(_ option: CURLoption, _ value: String) -> Bool {
        unsafe value.withCString { text in unsafe affix_curl_set_text(pointer, option, text) } == CURLE_OK
    }

    /// Takes away what libcurl was built with.
    mutating func forget(_ option: CURLoption) -> Bool {
        unsafe affix_curl_set_text(pointer, option, nil) == CURLE_OK
    }

    /// Whether libcurl was built with one file of trusted roots.
    ///
    /// The folder of roots that libcurl was built with must then go: it would be trusted beside a file that is meant to
    /// take its place, and with a folder libcurl reads all roots anew for each connection (20 ms) instead of once.
    var hasRootsFile: Bool { unsafe affix_curl_has_roots_file(pointer) != 0 }

    mutating func set(_ option: CURLoption, _ lines: [String]) -> Bool {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else {
                unsafe curl_slist_free_all(list)
                return false
            }
            unsafe list = longer
        }
        guard let list = unsafe list else { return true }
        unsafe lists.append(list)
        return unsafe affix_curl_set_list(pointer, option, list) == CURLE_OK
    }

    /// libcurl's own words about the failure, empty when it has none.
    var errorWords: String { unsafe String(cString: errorRoom) }

    /// OpenSSL's verdict on the certificate chain.
    var verifyResult: Int { unsafe affix_curl_verify_result(pointer) }

    /// Whether a host took the TCP connection, whatever came of TLS then.
    var hasReachedHost: Bool { unsafe affix_curl_has_reached_host(pointer) != 0 }
}
