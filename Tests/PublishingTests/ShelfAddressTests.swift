import AttachmentModel
import Publishing
import Testing

struct ShelfAddressTests {
    private let key = ShelfKey(digest: "abcdef", fileExtension: "jpg")

    @Test(arguments: [
        "https://cdn.example.com/push", "https://cdn.example.com/push/", "https://cdn.example.com/push//",
    ])
    func `a key stands below the base, with one slash between`(base: String) throws {
        let address = try ShelfAddress(base: base, allowHTTP: false)
        #expect(address.url(for: key) == "https://cdn.example.com/push/ab/abcdef.jpg")
        #expect(address.isPublic)
    }

    @Test func `http is for development only`() throws {
        #expect(throws: PreparationError.self) { try ShelfAddress(base: "http://localhost:8080", allowHTTP: false) }
        let address = try ShelfAddress(base: "http://localhost:8080", allowHTTP: true)
        #expect(address.url(for: key) == "http://localhost:8080/ab/abcdef.jpg")
        #expect(!address.isPublic)
    }

    @Test(arguments: [
        "", "cdn.example.com", "ftp://cdn.example.com", "https://", "https:///push", "https://:80", "https://h/?q=1",
        "https://h/#f",
        "https://user:pass@h/", "https://h/a b", "https://h/ä",
    ])
    func `a base that would break URLs is refused`(base: String) {
        #expect(throws: PreparationError.self) { try ShelfAddress(base: base, allowHTTP: true) }
    }

    @Test func `a folder becomes a file URL`() {
        let address = ShelfAddress(folder: "/srv/my shelf%")
        #expect(address.url(for: key) == "file:///srv/my%20shelf%25/ab/abcdef.jpg")
        #expect(!address.isPublic)
    }
}
