import AttachmentModel
import FoundationEssentials
import Testing

struct MediaFactsTests {
    @Test func `facts survive the way to a worker and back`() throws {
        var facts = MediaFacts(kind: .jpeg, bytes: 12)
        facts.width = 3
        facts.height = 4
        facts.orientation = 6
        facts.traits = [.progressive, .metadata]
        facts.warnings = [.jpegWithoutJFIF]
        facts.wholeness = .truncated
        facts.codecs = ["jpeg"]
        #expect(try JSONDecoder().decode(MediaFacts.self, from: JSONEncoder().encode(facts)) == facts)
    }

    @Test func `the names of the facts are those of the contract`() throws {
        let object = try JSONEncoder().encode(MediaFacts(kind: .mp3, bytes: 1))
        let text = String(decoding: object, as: UTF8.self)
        for part in [#""class":"audio""#, #""uti":"public.mp3""#, #""extension":"mp3""#, #""wholeness":"complete""#] {
            #expect(text.contains(part))
        }
    }

    @Test(arguments: MediaKind.allCases)
    func `every kind has its names`(kind: MediaKind) {
        #expect(kind.mime.contains("/"))
        #expect(kind.fileExtension == kind.fileExtension.lowercased())
    }
}
