import AttachmentModel
import Testing

struct MediaSourceTests {
    @Test(arguments: [
        ("-", MediaSource.standardInput),
        ("photo.jpg", .file(path: "photo.jpg")),
        ("/a/b c.jpg", .file(path: "/a/b c.jpg")),
        ("c:photo.jpg", .file(path: "c:photo.jpg")),
        ("12:30.jpg", .file(path: "12:30.jpg")),
        ("https://h/x.jpg", .link("https://h/x.jpg")),
        ("HTTP://h/x.jpg", .link("HTTP://h/x.jpg")),
        ("ftp://h/x.jpg", .link("ftp://h/x.jpg")),
        (" https://h/x.jpg\n", .link(" https://h/x.jpg\n")),
        ("//h/x.jpg", .link("//h/x.jpg")),
        ("DATA:image/png;base64,AA==", .data("DATA:image/png;base64,AA==")),
    ])
    func `a word is read as the source it means`(word: String, source: MediaSource) {
        #expect(MediaSource(word) == source)
    }

    @Test(arguments: [
        ("https://h/x.jpg", "https://h/x.jpg"),
        ("https://h/x.jpg?sig=secret#f", "https://h/x.jpg?…"),
        ("https://h:8443/x.jpg", "https://h:8443/x.jpg"),
        ("https://[::1]:8443/x.jpg", "https://[::1]:8443/x.jpg"),
        (" https://h/x.jpg?sig=secret", "https://h/x.jpg?…"),
        ("https://user:password@h:8443/x.jpg", "https://…@h:8443/x.jpg"),
        ("https://a@b@h/x.jpg", "https://…@h/x.jpg"),
        ("https://user:pa/ssword@h/x.jpg", "https://…@h/x.jpg"),
        ("https://user:password%40h/x.jpg", "https://…"),
        ("//user:password@h/x.jpg?secret", "…?…"),
        ("javascript:alert(secret)", "javascript:…"),
        ("https:/user:password@h/x.jpg", "https:…"),
        ("https:user:password@h/x.jpg", "https:…"),
        ("data:image/png;base64,AAAA", "data:image/png,…"),
    ])
    func `a source is shown without its secrets`(word: String, shown: String) {
        #expect(MediaSource(word).redacted == shown)
    }
}
