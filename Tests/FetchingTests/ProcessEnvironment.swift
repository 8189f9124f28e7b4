internal import Glibc

/// The environment of a test's own child process; it is not safe to change where other threads may read it.
enum ProcessEnvironment {
    static func set(_ name: String, _ value: String) {
        _ = unsafe setenv(name, value, 1)
    }
}
