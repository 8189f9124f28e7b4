internal import Glibc

/// Files of the odd kinds that Foundation does not make.
enum PosixFile {
    static var isRoot: Bool { geteuid() == 0 }

    static func makePipe(_ path: String) -> Bool {
        unsafe mkfifo(path, 0o600) == 0
    }

    /// Lends the two ends of a pipe; the writing end is closed by the body.
    static func withPipe(_ body: (_ reading: Int32, _ writing: Int32) async throws -> Void) async throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        defer { close(ends[0]) }
        try await body(ends[0], ends[1])
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    }

    static func close(_ descriptor: Int32) {
        Glibc.close(descriptor)
    }
}
