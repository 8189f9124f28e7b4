internal import Glibc

/// A detached thread of our own, which may block for as long as the process lives without keeping it from exiting.
///
/// Neither Dispatch nor the cooperative pool may be blocked: on Linux they share their threads, there are only as many
/// as cores, and further ones come a second apart.
package enum OwnThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// `false` when the system has no thread to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(&thread, nil, entry, work.toOpaque())
        guard status == 0 else {
            unsafe work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
        if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
    }
}
