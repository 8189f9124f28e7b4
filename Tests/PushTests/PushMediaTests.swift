internal import AttachmentModel
internal import Testing

@testable internal import Push

struct PushMediaTests {
    private func receipt(_ width: Int, _ height: Int, crop: CropReport?) -> Receipt {
        var receipt = Receipt(
            id: "1", url: "https://cdn.example.com/a.jpg", digest: "a", expiresAt: "2026-10-06T00:00:00Z",
            facts: Samples.facts(.jpeg, 1_000, width, height), source: SourceSummary(url: "x"), origin: nil,
            path: .render, rulebook: "4")
        receipt.crop = crop
        return receipt
    }

    @Test(arguments: [
        (1024, 1024, CropRectangle?.none),
        (1024, 512, CropRectangle(x: 0.25, y: 0, width: 0.5, height: 1)),
        (300, 400, CropRectangle(x: 0, y: 0.125, width: 1, height: 0.75)),
    ])
    func `a thumbnail shows the square in the middle`(width: Int, height: Int, clip: CropRectangle?) {
        #expect(PushMedia(receipt(width, height, crop: nil)).main.clip == clip)
    }

    @Test func `a variant that was not cropped shows in its thumbnail what the main one was cropped to`() {
        let unit = CropRectangle(x: 0, y: 0.1, width: 1, height: 0.75)
        let crop = CropReport(box: CropRectangle(x: 0, y: 40, width: 300, height: 300), unit: unit)
        var receipt = receipt(300, 300, crop: crop)
        let whole = Variant.Rendition(
            url: "u", digest: "d", facts: Samples.facts(.jpeg, 9_000, 300, 400), path: .pass, steps: [], lost: [],
            crop: nil)
        receipt.variants = [
            Variant(name: "original", outcome: .success(whole)),
            Variant(name: "lite", outcome: .failure(PreparationError(.deadline))),
        ]
        let media = PushMedia(receipt)
        #expect(media.main.clip == nil)
        #expect(media.variants.map(\.clip) == [unit])
        #expect(media.expires == 1_791_244_800)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2030-01-01T00:00:00Z", 1_893_456_000), ("20240229T235959Z", 1_709_251_199),
        ("2000-03-01T00:00:00.123Z", 951_868_800), ("1969-12-31T23:59:59Z", -1),
    ])
    func `times are read`(text: String, seconds: Int) {
        #expect(UTCTime.seconds(of: text) == seconds)
    }

    @Test(arguments: ["", "2030-13-01T00:00:00Z", "2030-01-01", "2030-01-01T00:00:00+01:00", "2030-01-01T25:00:00Z"])
    func `what is no time is none`(text: String) {
        #expect(UTCTime.seconds(of: text) == nil)
    }
}
