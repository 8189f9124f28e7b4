internal import CMicroHTTPD
internal import Glibc

/// A request whose answer its target alone decides: a GET without a body, for all that is there.
enum PlainRequest {
    /// What the headers that count here have been so far.
    private struct Look {
        var isPlain = true
        var hosts = 0
    }

    /// Headers with which something else, or nothing, is sent.
    private static let deciding = [
        "range", "if-range", "if-match", "if-none-match", "if-unmodified-since", "content-length", "transfer-encoding",
        "expect",
    ]

    /// - Parameter isModern: whether it is of a version after HTTP/1.0, so that it must name a host.
    static func isOne(_ method: UnsafePointer<CChar>, isModern: Bool, on connection: OpaquePointer) -> Bool {
        guard unsafe strcmp(method, "GET") == 0 else { return false }
        var look = Look()
        unsafe withUnsafeMutablePointer(to: &look) { look in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, judge, look)
        }
        return look.isPlain && (look.hosts == 1 || look.hosts == 0 && !isModern)
    }

    private static let judge: MHD_KeyValueIteratorN = { look, _, name, count, _, _ in
        guard let look = unsafe look?.assumingMemoryBound(to: Look.self), let name = unsafe name else { return .NO }
        func isNamed(_ other: String) -> Bool {
            unsafe other.utf8.count == count && strncasecmp(name, other, count) == 0
        }
        if isNamed("host") { unsafe look.pointee.hosts += 1 }
        // A name with a blank may mean one of them to others.
        if deciding.contains(where: isNamed)
            || (0..<count).contains(where: { unsafe UInt8(bitPattern: name[$0]) <= 0x20 })
        {
            unsafe look.pointee.isPlain = false
        }
        return unsafe look.pointee.isPlain ? .YES : .NO
    }
}
