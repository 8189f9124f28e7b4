internal import AttachmentModel

/// Where a value came from; a later case overrides an earlier one.
enum SettingOrigin: Hashable, Sendable {
    case standard
    case file(path: String, key: String)
    case environment(name: String)
    case flag(spelling: String)

    /// For the table of `affix config`.
    var words: String {
        switch self {
        case .standard: "default"
        case .file(let path, _): "file \(path)"
        case .environment(let name): "environment \(name)"
        case .flag(let spelling): "flag \(spelling)"
        }
    }

    /// The place to put right, for a sentence.
    private var place: String {
        switch self {
        case .standard: "the default"
        case .file(let path, let key): "\"\(key)\" in \(path)"
        case .environment(let name): name
        case .flag(let spelling): spelling
        }
    }

    /// The failure of a value found here that the setting does not allow.
    ///
    /// The value itself is not repeated: it may hold a secret that ends up in a log.
    func refusal(allowed: String) -> CommandFailure {
        let happening = "\(place) is not what it has to be: \(allowed)"
        if case .flag = self { return .usage(happening) }
        return .problem(.init(.configurationInvalid, happening))
    }
}
