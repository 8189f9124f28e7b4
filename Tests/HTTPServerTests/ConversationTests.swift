internal import Glibc
internal import Testing

@testable internal import HTTPServer

/// Which connections a server that ends may close: those of whom nothing gets lost.
struct ConversationTests {
    /// Lends a conversation, and the socket of its client.
    private func talking(_ body: (Conversation, _ client: Int32) -> Void) throws {
        var sockets: [Int32] = [0, 0]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        defer { for socket in sockets { close(socket) } }
        body(Conversation(socket: sockets[0], until: .now + .seconds(9)), sockets[1])
    }

    @Test func `one that has waited in vain since an instant is idle, and one that began later is not`() throws {
        try talking { conversation, _ in
            #expect(conversation.isIdle(since: .now))
            #expect(!conversation.isIdle(since: .now - .seconds(60)))
        }
    }

    @Test func `one whose request is on its way is not idle`() throws {
        try talking { conversation, client in
            let byte: [UInt8] = [0x47]
            #expect(unsafe send(client, byte, 1, 0) == 1)
            #expect(!conversation.isIdle(since: .now))
            // It is only looked at.
            var read: UInt8 = 0
            #expect(unsafe recv(conversation.socket, &read, 1, 0) == 1)
            #expect(conversation.isIdle(since: .now))
        }
    }

    @Test func `one whose client has ended it is idle`() throws {
        try talking { conversation, client in
            shutdown(client, Int32(SHUT_WR))
            #expect(conversation.isIdle(since: .now))
        }
    }

    @Test func `one is idle between two requests alone`() throws {
        try talking { conversation, _ in
            conversation.open()
            #expect(!conversation.isIdle(since: .now))
            let head = RequestHead(method: "POST", target: "/", headers: [])
            for phase in [Conversation.Phase.body(head), .answering, .telling(LineFeed())] {
                conversation.enter(phase, until: nil)
                #expect(!conversation.isIdle(since: .now))
            }
            conversation.enter(.head, until: nil)
            #expect(conversation.isIdle(since: .now))
        }
    }
}
