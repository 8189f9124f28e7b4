internal import AttachmentModel

/// How long an answer says its body is. An answer that says it twice, and not the same, is read by each of its readers in
/// another way; RFC 9112, section 6.3, calls it an error that must not be mended.
extension HTTPHead {
    /// Throws `fetch-unreadable-answer` unless the length of the body is said in one way only.
    func checkFraming() throws(PreparationError) {
        guard !headers.contains(where: { $0.name.contains { $0 == " " || $0 == "\t" } && $0.framesBody }) else {
            throw unreadable("has a blank in the name of a header that says its length")
        }
        let lengths = try declaredLengths()
        guard Set(lengths).count < 2 else { throw unreadable("has more than one Content-Length") }
        let codings = list("transfer-encoding").map { $0.lowercased() }
        guard codings.isEmpty || codings == ["chunked"] else {
            throw unreadable("has a Transfer-Encoding other than chunked")
        }
        guard codings.isEmpty || lengths.isEmpty else {
            throw unreadable("has both a Content-Length and a Transfer-Encoding")
        }
    }

    /// What the Content-Length headers say, each of which is digits only: no sign, no blank, nothing else.
    private func declaredLengths() throws(PreparationError) -> [Int] {
        var lengths: [Int] = []
        for text in list("content-length") {
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
                throw unreadable("has a Content-Length that is not a number")
            }
            lengths.append(length)
        }
        return lengths
    }

    /// The members of a header that is a list, wherever they are spread over several lines.
    private func list(_ name: String) -> [String] {
        headers.filter { $0.name == name }.flatMap { header in
            header.value.split(separator: ",", omittingEmptySubsequences: false).map { member in
                String(member.drop { $0.isBlank }.reversed().drop { $0.isBlank }.reversed())
            }
        }
    }

    private func unreadable(_ what: String) -> PreparationError {
        PreparationError(.fetchUnreadableAnswer, "The answer " + what)
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension HTTPHead.Header {
    /// Whether it would say how long the body is, if its name were written properly.
    fileprivate var framesBody: Bool {
        ["content-length", "transfer-encoding"].contains(name.filter { $0 != " " && $0 != "\t" })
    }
}
