internal import AttachmentModel
internal import HTTPTransport
internal import Testing

@testable internal import Fetching

struct HostHeadersTests {
    private func sent(to link: String, _ origins: [String]) throws -> [String] {
        let table = Dictionary(uniqueKeysWithValues: origins.map { ($0, ["Authorization": "Bearer s3cret"]) })
        return try HostHeaders(table).headers(for: try SourceLink(link)).map(\.value)
    }

    @Test(
        arguments: [
            ("https://cdn.example/a", "cdn.example", true), ("https://CDN.example./a", "cdn.example", true),
            ("http://cdn.example/a", "cdn.example", false), ("https://cdn.example:8443/a", "cdn.example", false),
            ("https://cdn.example:8443/a", "cdn.example:8443", true), ("https://a.cdn.example/", "cdn.example", false),
            ("https://a.cdn.example/", "*.cdn.example", true), ("https://cdn.example/", "*.cdn.example", false),
            ("https://evilcdn.example/", "*.cdn.example", false), ("https://cdn.example.evil/", "cdn.example", false),
            ("http://cdn.example:81/", "http://cdn.example:81", true),
            ("https://cdn.example:81/", "http://cdn.example:81", false),
            ("https://bücher.example/", "bücher.example", true),
        ])
    func `headers go to the origin they were given for`(link: String, origin: String, isSent: Bool) throws {
        #expect(try sent(to: link, [origin]) == (isSent ? ["Bearer s3cret"] : []))
    }

    @Test(
        arguments: [
            ("", "X-A", "v"), ("a/b", "X-A", "v"), ("a:b", "X-A", "v"), ("a:0", "X-A", "v"), ("ftp://a", "X-A", "v"),
            ("*", "X-A", "v"), ("a", "Host", "v"), ("a", "range", "v"), ("a", "X A", "v"), ("a", "", "v"),
            ("a", "X-A:", "v"), ("a", "X-A", ""), ("a", "X-A", "v\r\nHost: b"), ("a", "X-A", "ü"),
        ])
    func `what cannot be sent is a fault of the configuration`(origin: String, name: String, value: String) {
        let fault = #expect(throws: PreparationError.self) { try HostHeaders([origin: [name: value]]) }
        #expect(fault?.code == .configurationInvalid)
        #expect(fault?.message.contains("Host: b") == false)
    }
}
