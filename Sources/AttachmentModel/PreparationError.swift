/// Why an attachment could not be prepared: the one error of the whole library.
///
/// The code decides everything a program needs (stage, blame, retryable, exit status); the message is for people.
public struct PreparationError: Error, Hashable, Sendable {
    /// The part of the line that failed.
    public enum Stage: String, Codable, Sendable, CaseIterable {
        case source, fetch, recognize, render, publish, payload, configuration
    }

    /// Whose fault it is.
    public enum Blame: String, Codable, Sendable, CaseIterable {
        /// Whoever asked: the address or the request is wrong.
        case caller
        /// The host that serves the media.
        case origin
        /// The media itself.
        case media
        /// This program, its machine or its configuration.
        case affix
    }

    /// The cause, in stable text.
    public let code: Code
    /// Where it happened: the code's own stage, unless the same cause met another one.
    public let stage: Stage
    /// One sentence for people: what happened, and what to do about it.
    public let message: String
    /// What a support engineer needs besides; never a secret, a full link or media bytes.
    public let detail: String?
    /// How long it makes no sense to try again, where that is known.
    public let retryAfter: Duration?

    /// Makes an error whose message is what happened, followed by the advice: the code's own, unless another helps more.
    public init(
        _ code: Code, _ happening: String? = nil, detail: String? = nil, stage: Stage? = nil,
        retryAfter: Duration? = nil, advice: String? = nil
    ) {
        self.code = code
        self.stage = stage ?? code.stage
        self.message = (happening ?? code.meaning) + ". " + (advice ?? code.advice) + "."
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// The same error, with the pause that somebody asked for.
    public func retryable(after pause: Duration) -> PreparationError {
        PreparationError(code: code, stage: stage, message: message, detail: detail, retryAfter: pause)
            .noting("asked to wait for \(pause.components.seconds) s")
    }

    /// The same error with something more for a support engineer.
    public func noting(_ note: String) -> PreparationError {
        PreparationError(
            code: code, stage: stage, message: message, detail: detail.map { $0 + "; " + note } ?? note,
            retryAfter: retryAfter)
    }

    private init(code: Code, stage: Stage, message: String, detail: String?, retryAfter: Duration?) {
        self.code = code
        self.stage = stage
        self.message = message
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// Whose fault it is.
    public var blame: Blame { code.blame }
    /// Whether the same request may succeed later without anybody changing anything.
    public var isRetryable: Bool { code.isRetryable }
}

extension PreparationError: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, stage, blame, retryable, message, detail, retryAfter = "retry_after"
    }

    /// Reads a `problem` object; blame and retryable follow from the code.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = Code(text: try values.decode(String.self, forKey: .code)) ?? .internalFault
        stage = try values.decode(Stage.self, forKey: .stage)
        message = try values.decode(String.self, forKey: .message)
        detail = try values.decodeIfPresent(String.self, forKey: .detail)
        // It may come from another machine: a number that no clock can hold is none.
        retryAfter = try values.decodeIfPresent(Double.self, forKey: .retryAfter)
            .flatMap { (0...1e9).contains($0) ? .seconds($0) : nil }
    }

    /// Writes a `problem` object; `retry_after` in seconds, and only where it is known.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(code.text, forKey: .code)
        try values.encode(stage, forKey: .stage)
        try values.encode(blame, forKey: .blame)
        try values.encode(isRetryable, forKey: .retryable)
        try values.encode(Self.message(message, of: code, for: encoder), forKey: .message)
        try values.encode(detail, forKey: .detail)
        let seconds = retryAfter.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
        try values.encodeIfPresent(seconds, forKey: .retryAfter)
    }
}
