package import AttachmentModel

/// Final bytes, recognised again and found to be what was planned.
package struct Rendition: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor
    /// What the bytes are; `bytes` is the size to publish.
    package let facts: MediaFacts
    package let path: RenderPath
    package let report: RenderReport
    /// The digest the bytes must have, when they were not made but passed on; `nil` when they are new.
    package let expectedDigest: String?

    package init(
        descriptor: consuming OwnedDescriptor, facts: MediaFacts, path: RenderPath,
        report: RenderReport = RenderReport(),
        expectedDigest: String? = nil
    ) {
        self.descriptor = descriptor
        self.facts = facts
        self.path = path
        self.report = report
        self.expectedDigest = expectedDigest
    }

    /// The same with something more to report.
    package consuming func noted(_ change: (inout RenderReport) -> Void) -> Rendition {
        var report = report
        change(&report)
        return Rendition(
            descriptor: descriptor, facts: facts, path: path, report: report, expectedDigest: expectedDigest)
    }
}
