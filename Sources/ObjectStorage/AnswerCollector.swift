internal import AttachmentModel
internal import HTTPTransport
internal import Synchronization

/// Keeps the body of an answer in memory, and no more of it than such an answer can need.
final class AnswerCollector: HTTPReceiver {
    /// A page of 1,000 names of 1,024 bytes each, every byte written as an entity of five, and what stands around them.
    private static let most = 8_000_000

    private let taken = Mutex<[UInt8]>([])

    var body: [UInt8] { taken.withLock { $0 } }

    func begin(_ head: HTTPHead) {
        taken.withLock { $0 = [] }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        try taken.withLock { (taken) throws(PreparationError) in
            guard taken.count + bytes.count <= Self.most else {
                throw PreparationError(.fetchUnreadableAnswer, "The storage says more than it can have to say")
            }
            unsafe taken.append(contentsOf: bytes)
            return true
        }
    }
}
