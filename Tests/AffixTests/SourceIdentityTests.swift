internal import AttachmentModel
internal import Testing

@testable internal import Affix

struct SourceIdentityTests {
    @Test(arguments: [
        "https://example.com/a.jpg?x=1", " HTTPS://EXAMPLE.com:443/a.jpg?x=1#top\n", "https://example.com/a.jpg?x=1#",
    ])
    func `a link is the same however it is spelled`(link: String) {
        #expect(MediaSource.link(link).identity == "link https://example.com/a.jpg?x=1")
    }

    @Test(arguments: [
        "https://example.com/a.jpg", "https://example.com/A.jpg?x=1", "http://example.com/a.jpg?x=1",
        "s3://pictures/a.jpg?x=1",
    ])
    func `another path, query or scheme is another source`(link: String) {
        #expect(MediaSource.link(link).identity != MediaSource.link("https://example.com/a.jpg?x=1").identity)
    }

    @Test func `a file is named by its whole path, and bytes by nothing but themselves`() {
        #expect(MediaSource.file(path: "/a/b.jpg").identity == "file /a/b.jpg")
        #expect(MediaSource.file(path: "b.jpg").identity?.hasSuffix("/b.jpg") == true)
        for source in [MediaSource.standardInput, .data("data:,x"), .bytes([1])] { #expect(source.identity == nil) }
    }
}
