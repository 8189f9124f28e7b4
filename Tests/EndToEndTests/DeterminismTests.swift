import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// The same input and profile give the same bytes, whatever the machine is doing.
struct DeterminismTests {
    private func digest(of sample: MediaSample, _ profile: AttachmentProfile, workers: Int) async throws -> String {
        try await TemporaryFolder.with { folder in
            var configuration = PreparerConfiguration()
            configuration.shelf = folder + "/shelf"
            configuration.state = folder + "/state"
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = .provoking()
            configuration.workers = workers
            let preparer = try Preparer(configuration)
            let request = AttachmentRequest(sample.source, profile: profile, timeout: .seconds(60))
            let first = try await preparer.prepare(request)
            // The worker is a used one now.
            #expect(try await preparer.prepare(request).digest == first.digest)
            return first.digest
        }
    }

    @Test(arguments: [
        MediaSample.photo12MPRotated, .photoProgressive, .photoCMYK, .photoDisplayP3, .photoHEIC, .photoWebP, .alphaPNG,
        .screenshot, .smallBMP, .pyramidTIFF,
    ])
    func `bytes depend neither on the run nor on the number of threads`(sample: MediaSample) async throws {
        var padded = AttachmentProfile.lite
        (padded.geometry, padded.goals.still) = (.pad, 15_000)
        var looking = AttachmentProfile.banner
        looking.gravity = .attention
        for profile in [AttachmentProfile.push, padded, looking] {
            // A single worker has all cores for its threads; of many, each has one thread.
            let many = try await digest(of: sample, profile, workers: 256)
            #expect(try await digest(of: sample, profile, workers: 1) == many)
        }
    }
}
