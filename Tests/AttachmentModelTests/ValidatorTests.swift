internal import Testing

@testable internal import AttachmentModel

struct ValidatorTests {
    @Test(
        arguments: [
            ("\"a\"", true, true), ("\"\"", true, true), ("W/\"a\"", true, false), ("a", false, false),
            ("\"", false, false),
            ("\"a", false, false), ("\"a\"b\"", false, false), ("w/\"a\"", false, false),
            ("\"a\r\nX: 1\"", false, false),
            ("\"" + String(repeating: "x", count: 300) + "\"", false, false),
        ])
    func `only a well-formed tag is sent back, and only some are strong`(etag: String, isKept: Bool, isStrong: Bool) {
        #expect((Validator(etag: etag, lastModified: nil) != nil) == isKept)
        #expect(Validator.isStrong(etag) == isStrong)
    }

    @Test func `a date is sent back as it came`() {
        let date = "Sat, 01 Nov 2025 10:00:00 GMT"
        #expect(Validator(etag: nil, lastModified: date)?.lastModified == date)
        #expect(Validator(etag: nil, lastModified: "a\nb") == nil)
        #expect(Validator(etag: nil, lastModified: nil) == nil)
    }
}
