import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport

/// A preparer with a shelf and a state folder of its own, and a loopback host it may fetch from.
struct Workbench {
    let preparer: Preparer
    let shelf: String
    let state: String

    /// Lends a workbench; its folders go with it.
    static func with<Value>(
        allow: [String] = ["127.0.0.1"], budgets: StageBudgets = .provoking(), workers: Int = 0,
        _ body: (Workbench) async throws -> Value
    ) async throws -> Value {
        try await TemporaryFolder.with { folder in
            var configuration = PreparerConfiguration()
            configuration.shelf = folder + "/shelf"
            configuration.state = folder + "/state"
            configuration.baseURL = "https://cdn.example.com/push"
            configuration.allowAddresses = allow
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = budgets
            configuration.workers = workers
            return try await body(
                Workbench(
                    preparer: try Preparer(configuration), shelf: configuration.shelf, state: configuration.state))
        }
    }

    func prepare(
        _ source: MediaSource, _ profile: AttachmentProfile = .push, timeout: Duration = .seconds(60)
    ) async throws(PreparationError) -> Receipt {
        try await preparer.prepare(AttachmentRequest(source, profile: profile, timeout: timeout))
    }

    func inspect(_ sample: MediaSample) async throws(PreparationError) -> Inspection {
        try await preparer.inspect(AttachmentRequest(.file(path: sample.path), timeout: .seconds(60)))
    }

    /// The published file a receipt speaks of.
    func file(of receipt: Receipt) throws -> String {
        let prefix = "https://cdn.example.com/push/"
        guard receipt.url.hasPrefix(prefix) else { throw CocoaError(.fileNoSuchFile) }
        return shelf + "/" + receipt.url.dropFirst(prefix.count)
    }

    /// What lies in the shelf and the state folder.
    var leftovers: [String] { TemporaryFolder.files(below: shelf) + TemporaryFolder.files(below: state) }
}

extension MediaSample {
    var source: MediaSource { .file(path: path) }
}
