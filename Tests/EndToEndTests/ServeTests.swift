import Foundation
import MediaSamples
import TestSupport
import Testing

/// The service as its operator runs it: a program that is started, asked, and told to stop.
@Suite(.timeLimit(.minutes(2)))
struct ServeTests {
    @Test func `a request that is under way when the service is told to stop is answered, and the service ends well`()
        async throws
    {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(700))] + LoopbackOrigin.Answer.ok(try MediaSample.photo1200x800.bytes).steps)
        try await LoopbackOrigin.serving(["/a.jpg": slow]) { origin in
            try await TemporaryFolder.with { folder in
                let program = try ServedProgram(in: folder, allowing: origin.port)
                let port = try #require(await program.port())
                let body = #"{"source": "\#(origin.url("/a.jpg"))"}"#
                let head = "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                async let answer = RawClient.ask(port, head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                while origin.requests.isEmpty { await Task.yield() }
                program.tellToStop()
                #expect(await answer?.status == 200)
                #expect(await program.end() == 0)
                #expect(await RawClient.ask(port, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == nil)
            }
        }
    }

    /// As systemd does: the socket listens before the program is there, and its number is 3.
    @Test func `a socket of the service manager is answered at, and knows who waited before`() async throws {
        try await TemporaryFolder.with { folder in
            let script = """
                import os, socket, subprocess, sys, signal, threading, time
                s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(16)
                early = socket.create_connection(s.getsockname())
                early.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n")
                def hand():
                    os.dup2(s.fileno(), 3)
                    os.set_inheritable(3, True)
                    os.environ["LISTEN_PID"] = str(os.getpid()); os.environ["LISTEN_FDS"] = "1"
                pid = os.fork()
                if pid == 0:
                    hand()
                    os.execve(sys.argv[1], [sys.argv[1], "serve", "--shelf", "shelf", "--state", "state"], os.environ)
                answer = b""
                while more := early.recv(4096): answer += more
                os.kill(pid, signal.SIGTERM)
                print(answer.decode().split()[1], os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                """
            let manager = Process()
            manager.executableURL = URL(filePath: "/usr/bin/python3")
            manager.arguments = ["-c", script, Products.path(of: "affix")]
            manager.currentDirectoryURL = URL(filePath: folder)
            let output = Pipe()
            manager.standardOutput = output
            try manager.run()
            let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            #expect(words.hasSuffix("200 0\n"))
        }
    }
}
