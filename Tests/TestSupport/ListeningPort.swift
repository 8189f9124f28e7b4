internal import Foundation
internal import Glibc

/// A port of 127.0.0.1 that is kept open while programs which answer there come and go.
package final class ListeningPort: Sendable {
    private let socket: LoopbackSocket

    package init() throws {
        socket = try LoopbackSocket(on: "127.0.0.1", backlog: 128)
    }

    deinit { close(socket.number) }

    package var port: Int { socket.port }

    var handle: FileHandle { FileHandle(fileDescriptor: socket.number, closeOnDealloc: false) }
}
