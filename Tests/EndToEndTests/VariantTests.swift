import Affix
import AttachmentModel
import MediaSamples
import Testing

/// Several renditions of one download.
struct VariantTests {
    private func prepare(_ sample: MediaSample, _ variants: [VariantRequest]) async throws -> Receipt {
        try await Workbench.with { bench in
            let request = AttachmentRequest(sample.source, variants: variants, timeout: .seconds(60))
            let receipt = try await bench.preparer.prepare(request)
            for case .success(let rendition) in receipt.variants.map(\.outcome) {
                #expect(bench.leftovers.contains { $0.contains(rendition.digest) })
            }
            return receipt
        }
    }

    @Test func `each profile gives its own file, and the first is the attachment`() async throws {
        let receipt = try await prepare(.photo12MPRotated, [.banner, .lite])
        #expect(receipt.variants.map(\.name) == ["banner", "lite"])
        let made = try receipt.variants.map { try $0.outcome.get() }
        #expect(made.map(\.facts.width) == [1024, 512] && made.map(\.facts.height) == [512, 512])
        #expect(Set(made.map(\.digest) + [receipt.digest]).count == 3 && receipt.facts.height == 1024)
        #expect(made.allSatisfy { $0.crop != nil && $0.url.hasSuffix(".jpg") })
    }

    @Test func `a variant that cannot be made costs nothing else`() async throws {
        var strict = AttachmentProfile.lite
        strict.rescue = false
        let receipt = try await prepare(.photoWebP, [.profile(strict), .banner])
        #expect(throws: PreparationError.self) { try receipt.variants[0].outcome.get() }
        #expect(try receipt.variants[1].outcome.get().facts.kind == .jpeg)
    }

    @Test func `the id of a receipt tells what was asked for`() async throws {
        let (alone, both) = (try await prepare(.photoFitting, []), try await prepare(.photoFitting, [.lite]))
        #expect(alone.id != both.id && alone.digest == both.digest)
    }
}
