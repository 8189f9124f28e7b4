package import AttachmentModel
package import FlowControl
internal import Glibc
package import Handover

/// A shelf whose files count as published only once they have been loaded from their public address.
package struct ProbedShelf: Shelf {
    private let shelf: any Shelf
    private let publicProbe: PublicProbe
    private let budget: Duration

    /// - Parameter budget: how long a probe may take where the caller has no deadline.
    package init(_ shelf: any Shelf, _ publicProbe: PublicProbe, budget: Duration) {
        self.shelf = shelf
        self.publicProbe = publicProbe
        self.budget = budget
    }

    package var place: String { shelf.place }
    package var servedFolder: String? { shelf.servedFolder }

    package func publish(
        _ rendition: borrowing Rendition, copyPath: String?, until deadline: Deadline
    ) async throws(PreparationError) -> Publication {
        let facts = rendition.facts
        var beginning = [UInt8](repeating: 0, count: min(PublicProbe.compared, facts.bytes))
        let got = unsafe pread(rendition.descriptor.number, &beginning, beginning.count, 0)
        let publication = try await shelf.publish(rendition, copyPath: copyPath, until: deadline)
        try await publicProbe.check(
            publication, facts, beginning: got == beginning.count ? beginning : nil, until: deadline)
        return publication
    }

    package func renew(digest: String, facts: MediaFacts) async -> Publication? {
        guard let publication = await shelf.renew(digest: digest, facts: facts) else { return nil }
        do throws(PreparationError) {
            try await publicProbe.check(publication, facts, beginning: nil, until: Deadline(in: budget))
            return publication
        } catch {
            // It is then published again, and fails with words for whoever asked.
            return nil
        }
    }

    package func published(digest: String, facts: MediaFacts) async throws(PreparationError) -> MediaSource {
        try await shelf.published(digest: digest, facts: facts)
    }

    package func probe() async throws(PreparationError) {
        try await shelf.probe()
    }

    package func collect(_ order: CollectionOrder) async throws(PreparationError) -> ShelfCollection {
        try await shelf.collect(order)
    }

    package func isWhole(digest: String, fileExtension: String) async -> Bool {
        await shelf.isWhole(digest: digest, fileExtension: fileExtension)
    }

    package func withdraw(
        digest: String, fileExtension: String?
    ) async throws(PreparationError) -> ShelfWithdrawal {
        try await shelf.withdraw(digest: digest, fileExtension: fileExtension)
    }
}
