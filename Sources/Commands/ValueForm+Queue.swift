internal import Fleet

extension ValueForm<QueueAddress> {
    /// The servers of a queue; a user, password or token in them is not shown.
    static let queueAddress = Self(
        placeholder: "URL,…", allowed: "nats:// or tls:// URLs separated by commas, such as nats://queue.internal:4222",
        read: { QueueAddress($0) }, write: { $0.redacted })
}

extension ValueForm<QueueLayout> {
    /// The name of a queue.
    static let queueName = Self(
        placeholder: "NAME", allowed: "up to 32 letters, digits, - and _", read: { QueueLayout($0) },
        write: { $0.name })
}

extension ValueForm<QueueSettings.IndexStore> {
    /// Where receipts are remembered.
    static let indexStore = Self(
        placeholder: "STORE", allowed: QueueSettings.IndexStore.allCases.map(\.rawValue).inWords,
        read: { QueueSettings.IndexStore(rawValue: $0) }, write: { $0.rawValue })
}
