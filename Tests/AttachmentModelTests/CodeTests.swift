import AttachmentModel
import Foundation
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

    @Test(arguments: PreparationError.Code.all)
    func `who asks a service is told of its settings only what whoever runs it can do`(code: PreparationError.Code) {
        let message = PreparationError(code, "It happened").messageToCallers
        let end = message.firstRange(of: "hoever runs this service can ")
        // Payloads are checked wherever somebody has affix.
        let own = String(end.map { message[..<$0.lowerBound] } ?? message[...]).replacing(
            "affix payload --check", with: "")
        #expect(
            own.firstMatch(of: /AFFIX_|AWS_|--|-time\b|affix (config|doctor|withdraw|prepare)/) == nil, "\(message)")
        #expect(message.hasPrefix("It happened. ") && message.hasSuffix(".") && !message.contains(".."))
        #expect((end != nil) || message.hasSuffix(" \(code.advice)."))
    }

    @Test(arguments: [
        (
            PreparationError(.sourcePort),
            "Use port 443 or 80, or whoever runs this service can name the port in AFFIX_ALLOW_PORTS."
        ),
        (
            PreparationError(.publishNoSpace, "Nothing is left"),
            "Nothing is left. Whoever runs this service can free some space on it."
        ),
        (PreparationError(.overloaded), "Try again in a moment."),
        (
            PreparationError(.publishFailed, "Half of it is gone", advice: "Do it again"),
            "Half of it is gone. Do it again."
        ),
    ])
    func `whoever asks a service reads its problems and verdicts in his words`(error: PreparationError, words: String)
        throws
    {
        let encoder = JSONEncoder()
        let reason = Verdict.Reason(error, iosError: nil)
        #expect(try String(decoding: encoder.encode([error]), as: UTF8.self).contains(error.message))
        #expect(try String(decoding: encoder.encode([reason]), as: UTF8.self).contains(error.message))
        encoder.userInfo = PreparationError.forCallers
        #expect(try String(decoding: encoder.encode([error]), as: UTF8.self).contains(words))
        #expect(try String(decoding: encoder.encode([reason]), as: UTF8.self).contains(words))
    }

    @Test func `a message says what happened and then what to do`() {
        let error = PreparationError(.mediaEmpty, "The file photo.jpg has no bytes")
        #expect(error.message == "The file photo.jpg has no bytes. Check the export or upload that made it.")
    }
}
