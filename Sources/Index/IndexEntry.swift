package import AttachmentModel

/// What is remembered about one source under one profile and one version of the rules.
package struct IndexEntry: Hashable, Sendable {
    /// What came of it.
    package enum Answer: Hashable, Sendable {
        case receipt(Receipt)
        case problem(PreparationError)
    }

    package var answer: Answer
    /// What to ask the host with whether the file has changed.
    package var validator: Validator?
    /// Until when the answer holds without asking, in seconds since 1970.
    package var freshUntil: Int
    /// Until when the published file must stay, in seconds since 1970.
    package var keepUntil: Int

    package init(_ answer: Answer, validator: Validator? = nil, freshUntil: Int, keepUntil: Int) {
        self.answer = answer
        self.validator = validator
        self.freshUntil = freshUntil
        self.keepUntil = keepUntil
    }

    /// The bytes that came in, if they are known.
    package var sourceDigest: String? {
        if case .receipt(let receipt) = answer { receipt.source.digest } else { nil }
    }

    /// The published bytes, if there are some.
    package var digest: String? {
        if case .receipt(let receipt) = answer { receipt.digest } else { nil }
    }

    /// All published bytes: those of the attachment, and then those of its variants.
    package var digests: [String] {
        if case .receipt(let receipt) = answer { receipt.published.map(\.digest) } else { [] }
    }
}
