package import AttachmentModel
internal import Foundation
internal import Glibc
package import Handover

/// A rendition made of a text.
package func testRendition(
    _ text: String, kind: MediaKind = .jpeg, expectedDigest: String? = nil
) throws -> Rendition {
    let memory = try present(OwnedDescriptor.memory(named: "test"))
    guard unsafe write(memory.number, text, text.utf8.count) == text.utf8.count else {
        throw CocoaError(.fileWriteUnknown)
    }
    return Rendition(
        descriptor: memory, facts: MediaFacts(kind: kind, bytes: text.utf8.count), path: .render,
        expectedDigest: expectedDigest)
}
