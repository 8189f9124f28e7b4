internal import FlowControl
internal import Foundation

/// `affix serve` as it is started by an operator, on a port that the system chooses.
package final class ServedProgram: Sendable {
    private let program: ProcessHandle
    private let output: FileHandle

    /// Starts it with a shelf and a state in `folder`.
    ///
    /// - Parameters:
    ///   - port: the port of a loopback origin that it may fetch from.
    ///   - socket: a socket that listens already, handed over as systemd does.
    package init(
        in folder: String, allowing port: Int, _ arguments: [String] = [], at socket: ListeningPort? = nil
    ) throws {
        let process = Process()
        let words =
            [
                "serve", "--listen", "127.0.0.1:0", "--shelf", folder + "/shelf", "--state", folder + "/state",
                "--allow-addresses", "127.0.0.1", "--allow-ports", String(port),
            ] + arguments
        let path = Products.path(of: "affix")
        if let socket {
            // Only the shell that becomes the program knows its number; the socket's is 3.
            let hand = "exec 3<&0 </dev/null; export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$0\" \"$@\""
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", hand, path] + words
            process.standardInput = socket.handle
        } else {
            process.executableURL = URL(filePath: path)
            process.arguments = words
        }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        program = ProcessHandle(process)
        output = pipe.fileHandleForReading
    }

    deinit { program.kill() }

    /// The port it listens at, once it does; `nil` when it ends before.
    package func port() async -> Int? {
        await BlockingLane().run { [output] in
            var text = ""
            while !text.hasSuffix("\n") {
                let more = output.availableData
                guard !more.isEmpty else { return nil }
                text += String(decoding: more, as: UTF8.self)
            }
            return text.dropLast().split(separator: ":").last.flatMap { Int($0) }
        }
    }

    /// Sends SIGTERM.
    package func tellToStop() { program.terminate() }

    /// Its exit status, once it has ended.
    package func end() async -> Int32 { await BlockingLane().run { [program] in program.wait() } }
}

/// A process whose end may be awaited on any thread.
///
/// `Process` is made for one thread; here one waits while another one sends signals, which both touch nothing but the
/// number of the process.
private final class ProcessHandle: @unchecked Sendable {
    private let process: Process

    init(_ process: Process) { self.process = process }

    func terminate() { process.terminate() }

    func kill() { if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) } }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
