internal import HTTPServer
internal import Testing

struct QueryTests {
    @Test(arguments: [
        ("", ""), ("a=1&b=2", "a:1 b:2"), ("a", "a:"), ("a=", "a:"), ("=1", ":1"), ("&&a=b=c&", "a:b=c"),
        ("a=%C3%A9+%2B", "a:é +"), ("%61=1&A=2", "a:1 A:2"), ("a=é", "a:é"),
    ])
    func `a query reads as it is written`(text: String, items: String) throws {
        #expect(try Query(text).items.map { "\($0.name):\($0.value)" }.joined(separator: " ") == items)
    }

    @Test(arguments: ["%", "a=%2", "a=%zz", "a=%FF", "a=%C3"])
    func `what cannot be decoded is refused`(text: String) {
        #expect(throws: QueryFault.self) { try Query(text) }
    }

    @Test(arguments: ["a=1&a=1", "a=1&b=2&a=3", "a&%61=2", "&a&a"])
    func `a name that stands there twice is refused by name`(text: String) {
        let fault = #expect(throws: QueryFault.self) { try Query(text) }
        #expect(fault?.message == "The query has a more than once")
    }
}
