internal import Testing

@testable internal import Commands

struct HTMLTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\"><img src=x onerror='x'>", "&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;"),
        ("a & b", "a &amp; b"), ("Käse 🧀", "Käse 🧀"),
        // Marks that would show a link's end at its beginning, and what a terminal or a parser may take for its own.
        ("a\u{202E}b\u{0}c\u{1B}[1m\nd", "abc[1md"),
    ])
    func `foreign words are nothing but words`(words: String, escaped: String) {
        let page: HTML = "<p title=\"\(words)\">\(words)</p>"
        #expect(page.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func `a piece in a piece is markup, and a number a number`() {
        let inner: HTML = "<b>\("<")</b>"
        let outer: HTML = "<p>\(inner)\(7)</p>"
        #expect(outer.text == "<p><b>&lt;</b>7</p>")
        #expect(HTML([inner, outer]).text == inner.text + outer.text)
    }

    @Test(arguments: [
        ("https://cdn.example.com/ab/x.jpg", true), ("file:///srv/shelf/x.jpg", true), ("http://a/x.jpg", true),
        ("javascript:alert(1)", false), ("data:text/html,x", false), ("x.jpg", false), (" https://a", false),
    ])
    func `a link leads to a published file or nowhere`(url: String, leads: Bool) {
        #expect(ReportCard.link(url, "words").text.contains("href") == leads)
    }
}
