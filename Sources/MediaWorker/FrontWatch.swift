internal import Glibc

/// Ends the worker with its front, even in the middle of a picture that never ends.
///
/// The kernel's own signal at a parent's death is no help: it follows the thread that started the worker, and that one
/// ends at once.
enum FrontWatch {
    /// Begins to watch the line; `false` when the system has no thread for it.
    static func begin(on line: Int32) -> Bool {
        var thread = pthread_t()
        let context = unsafe UnsafeMutableRawPointer(bitPattern: Int(line))
        guard unsafe pthread_create(&thread, nil, watch, context) == 0 else { return false }
        pthread_detach(thread)
        return true
    }

    private static let watch: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        // No event is asked for: only the other end's going wakes it.
        var line = pollfd(fd: Int32(Int(bitPattern: context)), events: 0, revents: 0)
        while unsafe poll(&line, 1, -1) <= 0 {}
        _exit(0)
    }
}
