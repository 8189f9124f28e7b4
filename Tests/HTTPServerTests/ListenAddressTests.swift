internal import HTTPServer
internal import Testing

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1:8080", true), ("localhost:1", "127.0.0.1:1", true),
        ("[::1]:80", "[::1]:80", true),
        (":8080", "[::]:8080", false), ("0.0.0.0:8080", "0.0.0.0:8080", false), ("10.1.2.3:0", "10.1.2.3:0", false),
    ])
    func `an address reads as it is written`(text: String, written: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.description == written && address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", "example.com:80", "[::1:80",
    ])
    func `what is no address with a port is refused`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test(arguments: ["127.0.0.1:0", "[::1]:0"])
    func `a socket knows where it listens`(text: String) throws {
        let wanted = try #require(ListenAddress(text))
        let socket = try ListeningSocket(at: wanted)
        let port = socket.port
        #expect(port > 0)
        let found = socket.address
        let address = try #require(found)
        #expect(address.description == text.dropLast() + String(port))
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "1"], ["LISTEN_FDS": "0", "LISTEN_PID": "1"],
    ])
    func `a socket for another process is not taken`(environment: [String: String]) {
        let isTaken = ListeningSocket(environment: environment) != nil
        #expect(!isTaken)
    }
}
