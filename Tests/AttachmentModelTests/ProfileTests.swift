import AttachmentModel
import Foundation
import Testing

struct ProfileTests {
    @Test(arguments: AttachmentProfile.named)
    func `the profiles known by name are sound, and read back as they were written`(profile: AttachmentProfile) throws {
        try profile.check()
        #expect(try JSONDecoder().decode(AttachmentProfile.self, from: try JSONEncoder().encode(profile)) == profile)
    }

    @Test(arguments: ["centre", "attention", "entropy", "0.25,0.5", "0.0,1.0"])
    func `gravity is written as it is read`(text: String) throws {
        #expect(try #require(Gravity(text)).text == text)
    }

    @Test(arguments: ["", "middle", "0.5", "0.5,", "0.5,0.5,0.5", "1.1,0", "-0.1,0", "nan,0", "x,y"])
    func `anything else is no gravity`(text: String) {
        #expect(Gravity(text) == nil)
    }

    @Test func `a colour is written as it is read`() throws {
        #expect(try #require(Colour("#0A64ff")) == Colour(red: 10, green: 100, blue: 255))
        #expect(Colour(red: 10, green: 100, blue: 255).text == "#0a64ff")
    }

    @Test(arguments: ["", "#", "0a64ff", "#0a64f", "#0a64ff0", "#0a64fg", "#+a64ff", "#-a64ff", "white"])
    func `anything else is no colour`(text: String) {
        #expect(Colour(text) == nil)
    }

    @Test func `a profile that contradicts itself is refused with words`() {
        let faults: [(String, (inout AttachmentProfile) -> Void)] = [
            ("width", { $0.width = 0 }), ("height", { $0.height = 65_536 }),
            ("megapixels", { ($0.width, $0.height) = (10_000, 10_000) }),
            ("gravity", { $0.gravity = .focus(x: 1.5, y: 0) }), ("quality", { $0.quality = 0 }),
            ("floor", { $0.floor = 101 }), ("goal", { $0.goals.still = 0 }),
        ]
        for (word, spoil) in faults {
            var profile = AttachmentProfile.push
            spoil(&profile)
            let error = #expect(throws: PreparationError.self) { try profile.check() }
            #expect(error?.code == .configurationInvalid)
            #expect(error?.message.contains(word) == true, "\(word)")
        }
    }
}
