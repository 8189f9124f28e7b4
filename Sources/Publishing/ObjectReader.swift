internal import AttachmentModel
internal import HTTPTransport
internal import Synchronization

/// Takes an object of a known size into memory.
final class ObjectReader: HTTPReceiver {
    private let count: Int
    private let taken = Mutex<[UInt8]>([])

    init(count: Int) {
        self.count = count
    }

    var bytes: [UInt8] { taken.withLock { $0 } }

    func begin(_ head: HTTPHead) {}

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        try taken.withLock { (taken) throws(PreparationError) in
            guard taken.count + bytes.count <= count else {
                throw PreparationError(.publishFailed, "What was published has become larger")
            }
            unsafe taken.append(contentsOf: bytes)
            return true
        }
    }
}
