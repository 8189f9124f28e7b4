internal import CNATS

/// Values under keys that all machines of a fleet see.
///
/// Its calls block until a server answers.
@safe struct Bucket: ~Copyable, Sendable {
    private nonisolated(unsafe) let store: OpaquePointer?

    init(owning store: OpaquePointer?) {
        unsafe self.store = store
    }

    deinit {
        unsafe kvStore_Destroy(store)
    }

    /// The value of a key with its revision; `nil` when it has none.
    func value(of key: String) throws(QueueFault) -> (bytes: [UInt8], revision: UInt64)? {
        var entry: OpaquePointer?
        let status = unsafe kvStore_Get(&entry, store, key)
        defer { unsafe kvEntry_Destroy(entry) }
        if status == NATS_NOT_FOUND { return nil }
        try status.check()
        guard let start = unsafe kvEntry_Value(entry) else { return ([], unsafe kvEntry_Revision(entry)) }
        let count = Int(unsafe kvEntry_ValueLen(entry))
        return (
            unsafe Array(UnsafeRawBufferPointer(start: start, count: count)), unsafe kvEntry_Revision(entry)
        )
    }

    /// Puts a value in the place of whatever there is.
    func put(_ bytes: [UInt8], under key: String) throws(QueueFault) {
        try unsafe kvStore_Put(nil, store, key, bytes, Int32(clamping: bytes.count)).check()
    }

    /// Removes the value of a key; what is told of it from then on has no bytes.
    func remove(_ key: String) throws(QueueFault) {
        try unsafe kvStore_Delete(store, key).check()
    }

    /// Puts a value in the place of a revision, 0 for none; gives the new revision, or `nil` when somebody was faster.
    func replace(_ revision: UInt64, with bytes: [UInt8], under key: String) throws(QueueFault) -> UInt64? {
        var made: UInt64 = 0
        let count = Int32(clamping: bytes.count)
        let status =
            if revision == 0 {
                unsafe kvStore_Create(&made, store, key, bytes, count)
            } else {
                unsafe kvStore_Update(&made, store, key, bytes, count, revision)
            }
        // The client says of a revision that is past only that something is wrong.
        if status == NATS_ERR { return nil }
        try status.check()
        return made
    }
}
