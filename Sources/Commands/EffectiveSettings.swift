internal import AttachmentModel

/// All settings with their origins: flag over environment over file over default.
struct EffectiveSettings: Sendable {
    /// The values.
    private(set) var values = Settings()
    private var origins: [String: SettingOrigin] = [:]

    init(options: [GivenOption], environment: [String: String]) throws(CommandFailure) {
        let variables = try Self.ownVariables(of: environment)
        // The file is found by a flag or a variable, so these two are read before it as well as after it.
        try apply(variables, options)
        if let path = values.config {
            values = Settings()
            origins = [:]
            for (setting, text) in try ConfigurationFile.read(path) {
                try set(setting, to: text, from: .file(path: path, key: setting.key))
            }
            try apply(variables, options)
        }
    }

    /// Where the value of `setting` came from.
    func origin(of setting: Setting) -> SettingOrigin { origin(named: setting.name) }

    func origin(named name: String) -> SettingOrigin { origins[name] ?? .standard }

    private mutating func apply(
        _ variables: [(setting: Setting, text: String)], _ options: [GivenOption]
    ) throws(CommandFailure) {
        for (setting, text) in variables {
            try set(setting, to: text, from: .environment(name: setting.environmentName))
        }
        for option in options {
            try set(option.setting, to: option.text, from: .flag(spelling: option.spelling))
        }
    }

    private mutating func set(
        _ setting: Setting, to text: String, from origin: SettingOrigin
    ) throws(CommandFailure) {
        guard setting.set(text, in: &values) else { throw origin.refusal(allowed: setting.allowed) }
        origins[setting.name] = origin
    }

    /// The variables that are meant for affix; an empty one counts as not set, as container files often leave them.
    private static func ownVariables(
        of environment: [String: String]
    ) throws(CommandFailure) -> [(setting: Setting, text: String)] {
        var found: [(Setting, String)] = []
        for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix("AFFIX_") {
            guard let setting = SettingsTable.rows.first(where: { $0.environmentName == name }) else {
                let hint = NearestName.hint(name, among: SettingsTable.rows.map(\.environmentName))
                throw .problem(.init(.configurationInvalid, "There is no setting \(name) in the environment\(hint)"))
            }
            if !text.isEmpty { found.append((setting, text)) }
        }
        return found
    }
}
