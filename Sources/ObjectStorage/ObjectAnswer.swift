package import HTTPTransport

/// What a storage said, its body taken whole.
package struct ObjectAnswer: Sendable {
    package let head: HTTPHead
    let text: AnswerText

    package var status: Int { head.status }

    /// The storage's own name for what is wrong, such as `NoSuchBucket`; `nil` when it gives none.
    ///
    /// Nothing else of an error is ever repeated: some servers write the key and what they signed into it.
    package var fault: String? {
        guard let code = text.first("Code"), code.utf8.count <= 64, !code.isEmpty,
            code.utf8.allSatisfy({
                (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E
            })
        else { return nil }
        return code
    }

    /// Whether a copy was really made: a storage may begin its answer with 200 before it knows.
    package var saysCopied: Bool { status == 200 && text.has("CopyObjectResult") }
}
