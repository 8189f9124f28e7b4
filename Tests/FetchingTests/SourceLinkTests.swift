internal import AttachmentModel
internal import Testing

@testable internal import Fetching

struct SourceLinkTests {
    @Test(arguments: [
        ("https://h/a%2Bb%20c%40.jpg?sig=%2F%3D%2B", "https://h/a%2Bb%20c%40.jpg?sig=%2F%3D%2B"),
        ("https://h/a b.jpg", "https://h/a%20b.jpg"),
        ("https://h/中.jpg?q=é#frag", "https://h/%E4%B8%AD.jpg?q=%C3%A9"),
        ("https://h/%E4%B8%AD.jpg", "https://h/%E4%B8%AD.jpg"),
        ("https://h/%zz%4", "https://h/%25zz%254"),
        ("https://h/a\\b{c}|d\"e", "https://h/a%5Cb%7Bc%7D%7Cd%22e"),
        (" \n\thttps://h/x.jpg\r\n", "https://h/x.jpg"),
        ("HTTPS://Media.EXAMPLE:443/X", "https://media.example/X"),
        ("http://h:80/", "http://h/"),
        ("http://h:443/", "http://h:443/"),
        ("http://h:/x", "http://h/x"),
        ("https://h", "https://h/"),
        ("https://h?a=b", "https://h/?a=b"),
        ("https://h/a/../b/./c//d?", "https://h/a/../b/./c//d?"),
        ("https://[2001:DB8:0::1]:8443/x", "https://[2001:db8::1]:8443/x"),
        ("http://2130706433/", "http://2130706433/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://中文。com/", "https://xn--fiq228c.com/"),
        ("https://straße.example/", "https://xn--strae-oqa.example/"),
        ("https://BU\u{308}CHER.example/", "https://xn--bcher-kva.example/"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/"),
        ("https://under_score.example./", "https://under_score.example./"),
    ])
    func `a link keeps its bytes, and what no URL may hold is encoded once`(written: String, read: String) throws {
        #expect(try SourceLink(written).text == read)
        #expect(try SourceLink(read).text == read)
    }

    @Test(
        arguments: [
            ("ftp://h/x.jpg", .sourceScheme), ("file:///etc/passwd", .sourceScheme), ("gopher://h/", .sourceScheme),
            ("javascript:alert(1)", .sourceScheme), ("//h/x.jpg", .sourceInvalid), ("h/x.jpg", .sourceInvalid),
            ("", .sourceInvalid), ("https:h", .sourceInvalid), ("https:///x", .sourceInvalid),
            ("https://", .sourceInvalid),
            ("https://user@h/", .sourceInvalid), ("https://user:pass@h/", .sourceInvalid),
            ("https://h:0/", .sourceInvalid),
            ("https://h:65536/", .sourceInvalid), ("https://h:8x/", .sourceInvalid), ("https://h:-1/", .sourceInvalid),
            ("https://a b/", .sourceInvalid), ("https://a%2eb/", .sourceInvalid), ("https://h\\@evil/", .sourceInvalid),
            ("https://[::1/", .sourceInvalid), ("https://[fe80::1%25eth0]/", .sourceInvalid),
            ("https://[1.2.3.4]/", .sourceInvalid), ("https://[::1]x/", .sourceInvalid),
            ("https://.h/", .sourceInvalid),
            ("https://a..b/", .sourceInvalid), ("https://h/a\u{0}b", .sourceInvalid),
            ("https://h/a\r\nb", .sourceInvalid),
            ("https://h/\u{7F}", .sourceInvalid),
            // Signs that decompose into what ends a host name.
            ("https://a\u{2100}.example/", .sourceInvalid), ("https://a\u{FF0F}b.example/", .sourceInvalid),
            ("https://a\u{FF20}b.example/", .sourceInvalid), ("https://a\u{2488}.example/", .sourceInvalid),
            ("https://\u{0301}a.example/", .sourceInvalid), ("https://\u{200B}/", .sourceInvalid),
        ] as [(String, PreparationError.Code)])
    func `what is no link of ours is refused`(written: String, code: PreparationError.Code) {
        let error = #expect(throws: PreparationError.self) { try SourceLink(written) }
        #expect(error?.code == code)
    }

    @Test func `a refused scheme is named`() throws {
        let error = try #require(throws: PreparationError.self) { try SourceLink("Gopher://h/") }
        #expect(error.message.contains("gopher"))
    }

    @Test func `a link has at most 8192 bytes`() throws {
        let fitting = "https://h/" + String(repeating: "a", count: 8_182)
        #expect(try SourceLink(fitting).text == fitting)
        #expect(throws: PreparationError.self) { try SourceLink(fitting + "a") }
    }

    /// RFC 3986, section 5.4, with the fragments dropped.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://B/x", "https://b/x"),
        ("/a%2Fb c", "http://a/a%2Fb%20c"), ("//g:8080/x//y", "http://g:8080/x//y"),
    ])
    func `a location is read as seen from its page`(reference: String, expected: String) throws {
        #expect(try SourceLink("http://a/b/c/d;p?q").resolving(reference).text == expected)
    }

    @Test func `a location keeps port and host of its page`() throws {
        #expect(try SourceLink("https://[::1]:8443/a").resolving("b").text == "https://[::1]:8443/b")
    }
}
