internal import Signatures
internal import Testing

struct PageTitleTests {
    @Test(arguments: [
        ("<html><head><title>Not found</title>", "Not found"),
        ("<TITLE lang='de'>\n  Seite\r\n nicht\tda </TITLE>", "Seite nicht da"),
        ("<title>Fish &amp; chips &lt;1&gt; &quot;a&quot; &#39;b&#39;</title>", "Fish & chips <1> \"a\" 'b'"),
        ("<title>&amp;lt; &unknown; &", "&lt; &unknown; &"),
        ("<title>a\u{0}b\u{1B}[31m\u{202E}c</title>", "a b [31m c"),
        ("<titlebar>no</titlebar><title>yes</title>", "yes"),
        ("<title>cut short", "cut short"),
        ("\u{FEFF}<title>Zürich 東京</title>", "Zürich 東京"),
    ])
    func `a title is one clean line`(page: String, title: String) {
        #expect(Signature.pageTitle(in: Array(page.utf8).span) == title)
    }

    @Test(arguments: ["", "<html>", "<title", "<title></title>", "<title> \n </title>", "title>x</title>"])
    func `a page without a title has none`(page: String) {
        #expect(Signature.pageTitle(in: Array(page.utf8).span) == nil)
    }

    @Test func `a long title is cut at 80 characters`() {
        let page = "<title>" + String(repeating: "x", count: 500) + "</title>"
        #expect(Signature.pageTitle(in: Array(page.utf8).span)?.count == 80)
    }

    @Test func `bytes of an older character set do not harm`() {
        let page = Array("<title>Gr".utf8) + [0xF6, 0xDF] + Array("e</title>".utf8)
        #expect(Signature.pageTitle(in: page.span) == "Gr\u{FFFD}\u{FFFD}e")
    }

    @Test func `a page in UTF-16 has its title`() {
        let page: [UInt8] =
            [0xFF, 0xFE] + "<title>é</title>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(Signature.pageTitle(in: page.span) == "é")
    }
}
