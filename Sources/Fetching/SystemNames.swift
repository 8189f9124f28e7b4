internal import AttachmentModel
internal import Glibc

/// The name service of this machine: names, and addresses in whatever spelling it understands.
enum SystemNames {
    /// Blocks for as long as the system likes, but not at all for `onlyNumeric`.
    static func addresses(of host: String, onlyNumeric: Bool = false) -> Result<[String], PreparationError> {
        var hints = unsafe addrinfo()
        if onlyNumeric { unsafe hints.ai_flags = AI_NUMERICHOST }
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(host, nil, &hints, &first)
        guard status == 0 else {
            let words = unsafe String(cString: gai_strerror(status))
            return .failure(PreparationError(.fetchName, "The host name \(host) has no address", detail: words))
        }
        defer { unsafe freeaddrinfo(first) }

        var found: [String] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let text = unsafe numericText(entry.pointee), !found.contains(text) { found.append(text) }
            unsafe next = entry.pointee.ai_next
        }
        return .success(found)
    }

    private static func numericText(_ entry: addrinfo) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { room in
            guard
                unsafe getnameinfo(
                    entry.ai_addr, entry.ai_addrlen, room.baseAddress, socklen_t(room.count), nil, 0, NI_NUMERICHOST)
                    == 0,
                let text = room.baseAddress
            else { return nil }
            return unsafe String(cString: text)
        }
    }
}
