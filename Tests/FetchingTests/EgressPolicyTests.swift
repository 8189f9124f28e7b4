internal import AttachmentModel
internal import Testing

@testable internal import Fetching

struct EgressPolicyTests {
    private func problem(
        _ link: String, at addresses: [String], allowing blocks: [String] = [], ports: [Int] = [80, 443]
    ) -> PreparationError? {
        do throws(PreparationError) {
            let policy = try EgressPolicy(allowAddresses: blocks, allowPorts: ports)
            try policy.judge(addresses, for: try SourceLink(link))
            return nil
        } catch {
            return error
        }
    }

    @Test func `global addresses are reached on the usual ports`() {
        #expect(problem("https://h/", at: ["8.8.8.8", "2606:4700::1111"]) == nil)
        #expect(problem("https://h:8443/", at: ["8.8.8.8"])?.code == .sourcePort)
        #expect(problem("https://h:8443/", at: ["8.8.8.8"], ports: [8_443]) == nil)
    }

    @Test func `one forbidden answer refuses the whole host`() {
        #expect(problem("https://h/", at: ["8.8.8.8", "10.0.0.1"])?.code == .sourceAddressForbidden)
        #expect(problem("https://h/", at: ["::ffff:169.254.169.254"])?.code == .sourceAddressForbidden)
        #expect(problem("https://h/", at: ["fe80::1%eth0"])?.code == .sourceAddressForbidden)
        #expect(problem("https://h/", at: [])?.code == .fetchName)
    }

    @Test func `the message names host, address and range`() throws {
        let named = try #require(problem("https://intranet.example/", at: ["127.0.0.1"]))
        #expect(named.message.hasPrefix("The host intranet.example is at 127.0.0.1: a loopback address."))
        let literal = try #require(problem("https://127.0.0.1/", at: ["127.0.0.1"]))
        #expect(literal.message.hasPrefix("127.0.0.1 is a loopback address."))
    }

    @Test func `a named address is reached on any port, but only it`() {
        #expect(problem("http://h:9000/", at: ["127.0.0.1"], allowing: ["127.0.0.1"]) == nil)
        #expect(problem("http://h:9000/", at: ["::ffff:127.0.0.1"], allowing: ["127.0.0.0/30"]) == nil)
        #expect(problem("http://h/", at: ["127.0.0.4"], allowing: ["127.0.0.0/30"])?.code == .sourceAddressForbidden)
        #expect(problem("http://h:9000/", at: ["127.0.0.1", "8.8.8.8"], allowing: ["127.0.0.1"])?.code == .sourcePort)
        #expect(problem("http://h/", at: ["fd00::5"], allowing: ["fd00::/8"]) == nil)
        #expect(problem("http://h/", at: ["10.1.2.3"], allowing: ["0.0.0.0/0"]) == nil)
        #expect(problem("http://h/", at: ["fd00::5"], allowing: ["0.0.0.0/0"])?.code == .sourceAddressForbidden)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0/8", "::/129", "localhost", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/+8", ""])
    func `a bad block is a fault of the configuration`(block: String) throws {
        let fault = try #require(problem("http://h/", at: ["8.8.8.8"], allowing: [block]))
        #expect(fault.code == .configurationInvalid)
        #expect(fault.message.contains("AFFIX_ALLOW_ADDRESSES: \(block) "))
    }

    private func hostProblem(_ host: String, allow: [String] = [], deny: [String] = []) -> PreparationError? {
        do throws(PreparationError) {
            let policy = try EgressPolicy(allowAddresses: [], allowPorts: [443], allowHosts: allow, denyHosts: deny)
            try policy.judge(hostOf: try SourceLink("https://" + host + "/"))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("a.example", [], [], true), ("a.example", ["a.example"], [], true),
            ("a.example.", ["A.example"], [], true),
            ("b.example", ["a.example"], [], false), ("x.a.example", ["a.example"], [], false),
            ("x.a.example", ["*.a.example"], [], true), ("a.example", ["*.a.example"], [], false),
            ("xa.example", ["*.a.example"], [], false), ("a.example", [], ["a.example"], false),
            ("a.example.", [], ["a.example"], false), ("A.EXAMPLE", [], ["a.example"], false),
            ("x.a.example", ["x.a.example"], ["*.a.example"], false),
            ("bücher.example", [], ["bücher.example"], false), ("xn--bcher-kva.example", [], ["bücher.example"], false),
        ])
    func `hosts are allowed and denied by name`(host: String, allow: [String], deny: [String], isFine: Bool) {
        #expect(hostProblem(host, allow: allow, deny: deny)?.code == (isFine ? nil : .sourceHostDenied))
    }

    @Test(
        arguments: [
            ("8.8.8.8", [], ["8.8.8.8"], false), ("134744072", [], ["8.8.8.8"], false),
            ("dns.example", [], ["8.8.8.0/24"], false), ("dns.example", [], ["9.9.9.9"], true),
            ("dns.example", ["8.8.8.0/24"], [], true), ("dns.example", ["9.9.9.0/24"], [], false),
            ("dns.example", ["dns.example", "9.9.9.0/24"], [], true), ("dns.example", ["2001:db8::/32"], [], false),
        ])
    func `hosts are allowed and denied by where they lie`(
        host: String, allow: [String], deny: [String], isFine: Bool
    ) throws {
        let policy = try EgressPolicy(allowAddresses: [], allowPorts: [443], allowHosts: allow, denyHosts: deny)
        let link = try SourceLink("https://" + host + "/")
        for address in ["8.8.8.8", "::ffff:8.8.8.8"] {
            var problem: PreparationError?
            do throws(PreparationError) {
                try policy.judge(hostOf: link)
                try policy.judge([address], for: link)
            } catch {
                problem = error
            }
            #expect(problem?.code == (isFine ? nil : .sourceHostDenied))
        }
    }

    @Test(arguments: [
        "", "*", "*.", "a.*", "localhost..", "127.1", "0x7f.1", "2130706433", "https://a.example", "a.example/b",
        "u@a.example", "a b",
    ])
    func `a bad host is a fault of the configuration`(pattern: String) {
        #expect(hostProblem("a.example", allow: [pattern])?.code == .configurationInvalid)
        #expect(hostProblem("a.example", deny: [pattern])?.code == .configurationInvalid)
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8_080, false), ("127.0.0.1:8080", "127.0.0.1", 8_081, true),
            ("127.0.0.1:8080", "127.0.0.2", 8_080, true), ("127.0.0.1:8080", "::ffff:127.0.0.1", 8_080, false),
            ("[::1]:8080", "::1", 8_080, false), ("0.0.0.0:8080", "127.0.0.1", 8_080, false),
            ("[::]:8080", "127.0.0.1", 8_080, false), ("[::]:8080", "127.0.0.1", 80, true),
        ])
    func `where we listen ourselves is never dialled`(own: String, address: String, port: Int, isFine: Bool) throws {
        let policy = try EgressPolicy(
            allowAddresses: ["127.0.0.0/8", "::1"], allowPorts: [80], listening: [own])
        #expect(policy.mayDial(address, port: port) == isFine)
        let link = try SourceLink("http://h:\(port)/")
        var problem: PreparationError?
        do { try policy.judge([address], for: link) } catch { problem = error }
        #expect(problem?.code == (isFine ? nil : .sourceAddressForbidden))
    }

    @Test(arguments: ["localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x"])
    func `a bad listening address is a fault of the configuration`(own: String) {
        let fault = #expect(throws: PreparationError.self) {
            try EgressPolicy(allowAddresses: [], allowPorts: [80], listening: [own])
        }
        #expect(fault?.code == .configurationInvalid)
    }

    @Test func `a bad port is a fault of the configuration`() {
        #expect(problem("http://h/", at: ["8.8.8.8"], ports: [80, 65_536])?.code == .configurationInvalid)
        #expect(problem("http://h/", at: ["8.8.8.8"], ports: [0])?.code == .configurationInvalid)
    }
}
