/// Whether iOS would show a file, and what affix would do with it.
public struct Verdict: Hashable, Codable, Sendable {
    /// The short answer.
    public enum Answer: String, Codable, Sendable {
        /// iOS shows it as it is.
        case attachable
        /// iOS would not show it, but affix can make something of it that it will.
        case needsWork = "needs-work"
        /// Nothing can be made of it.
        case refused
    }

    /// Something affix would do before publishing.
    public enum Work: String, Codable, Sendable {
        case crop, shrink, reencode = "re-encode", remux, transcode, strip
    }

    /// One reason why iOS would not show the file as it is.
    public struct Reason: Hashable, Codable, Sendable {
        /// The code of the failure this reason would be.
        public var code: String
        /// What is wrong and what to do, for people.
        public var message: String
        /// What the device logs: `attachmentUnrecognizedType` 101, `attachmentInvalidFileSize` 102,
        /// `attachmentCorrupt` 105 (UNError.h).
        public var iosError: Int

        private enum CodingKeys: String, CodingKey { case code, message, iosError = "ios_error" }

        /// Makes a reason out of the error it would be.
        public init(_ error: PreparationError, iosError: Int) {
            self.code = error.code.text
            self.message = error.message
            self.iosError = iosError
        }
    }

    /// The short answer.
    public var answer: Answer
    /// What affix would do, in order.
    public var work: [Work]
    /// Why iOS would not show it as it is; empty when it would.
    public var reasons: [Reason]

    /// Makes a verdict.
    public init(answer: Answer, work: [Work] = [], reasons: [Reason] = []) {
        self.answer = answer
        self.work = work
        self.reasons = reasons
    }
}
