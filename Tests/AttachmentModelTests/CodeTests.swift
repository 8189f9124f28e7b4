import AttachmentModel
import Testing

struct CodeTests {
    @Test func `every text names one code`() {
        let texts = PreparationError.Code.all.map(\.text)
        #expect(Set(texts).count == texts.count)
    }

    @Test(arguments: PreparationError.Code.all)
    func `a code is found by its text and says what to do`(code: PreparationError.Code) {
        #expect(PreparationError.Code(text: code.text) == code)
        #expect(code.text.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        #expect(!code.meaning.isEmpty && !code.meaning.hasSuffix("."))
        #expect(!code.advice.isEmpty && !code.advice.hasSuffix("."))
    }

    @Test(arguments: PreparationError.Code.all)
    func `the prefix of a code is its stage`(code: PreparationError.Code) {
        let stages: [String: PreparationError.Stage] = [
            "source": .source, "fetch": .fetch, "media": .recognize, "render": .render, "publish": .publish,
            "configuration": .configuration,
        ]
        guard let stage = stages[String(code.text.prefix { $0 != "-" })] else { return }
        #expect(code.stage == stage)
    }

    @Test func `a message says what happened and then what to do`() {
        let error = PreparationError(.mediaEmpty, "The file photo.jpg has no bytes")
        #expect(error.message == "The file photo.jpg has no bytes. Check the export or upload that made it.")
    }
}
