package import Handover
internal import Synchronization

/// An open file on its way to a client: it is taken once, or closed with this.
package final class HandedFile: Sendable {
    private let held: Mutex<OwnedDescriptor?>

    package init(_ descriptor: consuming OwnedDescriptor) {
        held = Mutex(descriptor)
    }

    /// The descriptor, at the first call.
    package func take() -> OwnedDescriptor? {
        held.withLock { held in
            let taken = held.take()
            return taken
        }
    }
}
