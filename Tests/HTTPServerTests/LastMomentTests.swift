internal import Glibc
internal import TestSupport
internal import Testing

@testable internal import HTTPServer

/// Clients that come when nobody lets them in any more, and bodies that never end.
@Suite(.timeLimit(.minutes(1)))
struct LastMomentTests {
    @Test func `whoever knocks too late is told so in whole words`() async throws {
        let address = try #require(ListenAddress("127.0.0.1:0"))
        let socket = try ListeningSocket(at: address)
        let answer = Answer(
            503, headers: [("Content-Type", "text/plain"), ("Retry-After", "2")], .bytes(Array("later".utf8)))
        let (port, knocked) = (socket.port, Signal())
        async let heard = RawClient.talking(to: port) { client in
            knocked.set()
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.readAnswer()
        }
        await knocked.wait()
        socket.receiveAtOnce()
        socket.close(answer)
        let whole = try #require(await heard)
        #expect(whole.status == 503 && whole.text == "later")
        #expect(whole.headers["content-type"] == "text/plain" && whole.headers["retry-after"] == "2")
        #expect(whole.headers["content-length"] == "5" && whole.headers["connection"] == "close")
    }

    @Test func `who makes lines hears that nobody reads them any more`() async throws {
        let (feed, hasHeard) = (LineFeed(), Signal())
        feed.onCut { hasHeard.set() }
        let server = try TestServer { _ in .answer(Answer(200, .lines(feed))) }
        feed.append("one\n")
        let first = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.read()
        }
        #expect(first?.isEmpty == false)
        while !hasHeard.isSet {
            feed.append("more\n")
            await Task.yield()
        }
        #expect(feed.isAbandoned)
    }

    /// Whether a body of which so much has come is too late after a time, at 20 kB a second from the thirtieth on.
    @Test(arguments: [
        (0, 29, false), (0, 30, true), (29, 31, true), (900_000, 30, false), (900_000, 74, false), (900_000, 75, true),
        // An honest phone sends 30 kB a second for as long as the body may take at all.
        (8_970_000, 299, false), (9_000_000, 300, true), (290, 290, true),
    ])
    func `a body must not drip, however long it may take`(bytes: Int, seconds: Int, isLate: Bool) throws {
        let conversation = Conversation(socket: -1, until: .now)
        conversation.enter(.body(RequestHead(method: "POST", target: "/", headers: [])), until: .now + .seconds(300))
        let start = ContinuousClock.now
        conversation.receive(bytes)
        #expect(conversation.isLate(at: start + .seconds(seconds), ServerLimits()) == isLate)
        // It has twenty seconds less where others wait for its place.
        #expect(
            conversation.isLate(at: start + .seconds(seconds - 20), ServerLimits(), isFull: true)
                == (isLate && seconds < 300))
        conversation.enter(.answering, until: nil)
        #expect(!conversation.isLate(at: start + .seconds(seconds), ServerLimits()))
    }

    @Test func `a slow reader has less time where others wait for its place`() {
        let conversation = Conversation(socket: -1, until: .now)
        let start = ContinuousClock.now
        conversation.enter(.answering, until: start + .seconds(30))
        #expect(!conversation.isLate(at: start + .seconds(11), ServerLimits()))
        #expect(conversation.isLate(at: start + .seconds(11), ServerLimits(), isFull: true))
    }
}
