/// Whether iOS would show a file, and what affix would do with it.
public struct Verdict: Hashable, Codable, Sendable {
    /// The short answer.
    public enum Answer: String, Codable, Sendable {
        /// iOS shows it as it is, and affix publishes it.
        case attachable
        /// iOS would not show it, but affix can make something of it that it will.
        case needsWork = "needs-work"
        /// Nothing can be made of it; without an error of the device among the reasons, iOS itself may show it.
        case refused
    }

    /// Something that is done to a file before it is published.
    public enum Work: String, Codable, Sendable, CaseIterable {
        case crop, shrink, reencode = "re-encode"
        /// Packed anew without touching what is encoded.
        case remux
        case transcode
        /// The name of the codec put right.
        case retag
        case strip
        /// Cut to the length that is shown.
        case trim
    }

    /// One reason why iOS would not show the file as it is, or affix not publish it.
    public struct Reason: Hashable, Codable, Sendable {
        /// The code of the failure this reason would be.
        public var code: String
        /// What is wrong and what to do, for people.
        public var message: String
        /// What the device logs: `attachmentUnrecognizedType` 101, `attachmentInvalidFileSize` 102,
        /// `attachmentCorrupt` 105 (UNError.h); `nil` when the bound is affix's own and the device logs nothing.
        public var iosError: Int?

        private enum CodingKeys: String, CodingKey { case code, message, iosError = "ios_error" }

        /// Makes a reason out of the error it would be.
        public init(_ error: PreparationError, iosError: Int?) {
            self.code = error.code.text
            self.message = error.message
            self.iosError = iosError
        }

        /// Writes every name, an absent error of the device as null.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(code, forKey: .code)
            let code = PreparationError.Code(text: code)
            try values.encode(PreparationError.message(message, of: code, for: encoder), forKey: .message)
            try values.encode(iosError, forKey: .iosError)
        }
    }

    /// The short answer.
    public var answer: Answer
    /// What it takes to make an attachment of the file under the profile, in order.
    ///
    /// Of a refused file, what it would take: `render-unsupported` among the reasons says that affix cannot do it yet.
    public var work: [Work]
    /// Why iOS would not show it as it is, or affix not publish it; empty when neither holds.
    public var reasons: [Reason]

    /// Makes a verdict.
    public init(answer: Answer, work: [Work] = [], reasons: [Reason] = []) {
        self.answer = answer
        self.work = work
        self.reasons = reasons
    }
}
