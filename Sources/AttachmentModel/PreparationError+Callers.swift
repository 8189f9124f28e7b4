/// Messages for whoever asks a service that others run: advice that names a setting or a command is not his to follow.
extension PreparationError {
    /// What makes an encoder write all messages so, as its `userInfo`.
    package static let forCallers: [CodingUserInfoKey: any Sendable] =
        CodingUserInfoKey(rawValue: keyName).map { [$0: true] } ?? [:]

    private static let keyName = "affix.for-callers"

    /// The message, in which what only an operator can do is said to be his.
    package var messageToCallers: String { Self.toCallers(message, of: code) }

    /// A message about a code as the readers of an encoder's output are to have it.
    static func message(_ message: String, of code: Code?, for encoder: any Encoder) -> String {
        guard let code, encoder.userInfo.keys.contains(where: { $0.rawValue == keyName }) else { return message }
        return toCallers(message, of: code)
    }

    /// An advice that was made for one case stays as it is: it names no setting.
    private static func toCallers(_ message: String, of code: Code) -> String {
        let end = " \(code.advice)."
        guard message.hasSuffix(end) else { return message }
        return message.dropLast(end.count) + " \(code.adviceToCallers)."
    }
}
