internal import Testing

@testable internal import Fleet

struct QueueAddressTests {
    @Test(arguments: [
        ("nats://queue.internal", "nats://queue.internal"),
        ("nats://user:hidden@queue.internal:4222", "nats://***@queue.internal:4222"),
        ("nats://hidden@queue.internal", "nats://***@queue.internal"),
        ("tls://a:1, nats://u:hid@den@b:2", "tls://a:1,nats://***@b:2"),
        ("nats://a:4222,b:4222", "nats://a:4222,nats://b:4222"),
        ("nats://[::1]:4222", "nats://[::1]:4222"),
        ("NATS://a/", "NATS://a"),
    ])
    func `what NATS users write is read, and shown without its secrets`(text: String, shown: String) throws {
        let address = try #require(QueueAddress(text))
        #expect(address.redacted == shown)
    }

    @Test(arguments: [
        "", "queue.internal", "http://a", "nats://", "nats://a:0x1", "nats://a:70000", "nats://a/b/c", "nats://a\nb",
        "nats://a,,b", "nats://user:p@", String(repeating: "nats://a,", count: 40) + "nats://a",
    ])
    func `anything else is not taken for an address`(text: String) {
        #expect(QueueAddress(text) == nil)
    }

    @Test(arguments: [("nats://a", false), ("nats://a,tls://b", true), ("TLS://a", true)])
    func `one server under TLS puts all of them under TLS`(text: String, isSecure: Bool) throws {
        #expect(try #require(QueueAddress(text)).isSecure == isSecure)
    }

    @Test(arguments: ["", "a.b", "a b", "a*", "a>", "a/b", String(repeating: "a", count: 33), "ä"])
    func `a name that is no part of a subject names no queue`(name: String) {
        #expect(QueueLayout(name) == nil)
    }
}
