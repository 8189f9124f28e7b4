internal import AttachmentModel
internal import Digests
internal import Handover

/// The tokens that may make this machine work, each with a name for the logs.
struct TokenList: Sendable {
    private struct Token: Sendable {
        let name: String
        let digest: [UInt8]
    }

    /// Some ten thousand tokens.
    private static let mostBytes = 1 << 20

    private let tokens: [Token]
    /// Whether others than its owner can read the file that they came from.
    let areExposed: Bool

    /// Nobody needs a token.
    static let open = TokenList()

    private init() {
        tokens = []
        areExposed = false
    }

    /// Reads a file with a `name:token` on each line; blank lines and those that begin with `#` say nothing.
    ///
    /// - Parameter credentials: the folder that a service manager has made for this process alone.
    init(file path: String, credentials: String? = nil) throws(PreparationError) {
        let file: SecretFile
        do throws(SecretFile.Fault) {
            file = try SecretFile(path, mostBytes: Self.mostBytes)
        } catch {
            switch error {
            case .unreadable(let reason):
                throw PreparationError(.configurationMachine, "The token file \(path) cannot be read: \(reason)")
            case .unlikely:
                throw PreparationError(
                    .configurationInvalid, "The token file \(path) is no file, or has more than \(Self.mostBytes) bytes"
                )
            }
        }
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw PreparationError(.configurationInvalid, "The token file \(path) is not UTF-8")
        }
        areExposed = file.isExposed(outside: credentials)
        var tokens: [Token] = []
        var (names, digests) = (Set<String>(), Set<[UInt8]>())
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let token = try Self.token(in: line, number: number + 1)
            guard names.insert(token.name).inserted, digests.insert(token.digest).inserted else {
                throw PreparationError(
                    .configurationInvalid,
                    "Line \(number + 1) of the token file has a name or a token that another line has")
            }
            tokens.append(token)
        }
        guard !tokens.isEmpty else {
            throw PreparationError(.configurationInvalid, "The token file \(path) holds no token")
        }
        self.tokens = tokens
    }

    private static func token(in line: Substring, number: Int) throws(PreparationError) -> Token {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count >= shortest, !parts[1].contains(where: \.isWhitespace) else {
            throw PreparationError(
                .configurationInvalid,
                "Line \(number) of the token file must be name:token, with a token of \(shortest) characters or more and no blanks"
            )
        }
        return Token(name: String(parts[0]), digest: digest(String(parts[1])))
    }

    /// A token that can be guessed is none.
    private static let shortest = 16

    var isOpen: Bool { tokens.isEmpty }

    /// The name of a token; `nil` when it is not known.
    ///
    /// Digests are compared to the last byte, whatever their first ones are, so that the time tells nothing.
    func name(of token: String?) -> String? {
        guard let token else { return nil }
        let digest = Self.digest(token)
        var name: String?
        for known in tokens {
            var difference: UInt8 = 0
            for (one, other) in zip(known.digest, digest) { difference |= one ^ other }
            if difference == 0 { name = known.name }
        }
        return name
    }

    private static func digest(_ token: String) -> [UInt8] { Array(SHA256.digest(of: token).utf8) }
}
