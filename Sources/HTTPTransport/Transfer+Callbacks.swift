internal import CCurl
internal import Glibc

/// What libcurl calls while the loop performs, always on the loop's thread.
extension Transfer {
    /// Makes the socket for an address that may be dialled; nothing else here makes one.
    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AFFIX_ADDRESS_ROOM)) { room in
            guard unsafe affix_curl_address_text(address, room.baseAddress) != 0, let text = room.baseAddress,
                unsafe Transfer.at(context).mayDial(String(cString: text))
            else { return CURL_SOCKET_BAD }
            let socket = unsafe affix_curl_socket(address)
            if socket < 0 && [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                unsafe Transfer.at(context).giveUpForLackOfRoom()
            }
            return socket
        }
    }

    static let hasConnected: curl_prereq_callback = { context, _, _, _, _ in
        if let context = unsafe context { unsafe Transfer.at(context).connected() }
        return CURL_PREREQFUNC_OK
    }

    static let giveBody: curl_read_callback = { room, _, count, context in
        guard let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
        let given = unsafe Transfer.at(context).give(into: .init(start: room, count: count))
        return given ?? Int(CURL_READFUNC_ABORT)
    }

    static let seekBody: curl_seek_callback = { context, place, origin in
        guard let context = unsafe context, origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
        unsafe Transfer.at(context).seek(to: Int(place))
        return CURL_SEEKFUNC_OK
    }

    static let takeHeader: curl_write_callback = { bytes, _, count, context in
        guard let context = unsafe context else { return 0 }
        return unsafe Transfer.at(context).take(header: .init(start: bytes, count: count)) ? count : 0
    }

    static let takeBody: curl_write_callback = { bytes, _, count, context in
        guard let context = unsafe context else { return 0 }
        return unsafe Transfer.at(context).take(body: .init(start: bytes, count: count)) ? count : 0
    }
}
