/// A file of profiles as Amazon's tools write them: `[name]`, then lines of `key = value`.
///
/// Indented lines belong to the key above them and are left out.
struct ProfileFile {
    private var sections: [String: [String: String]] = [:]

    init(_ text: String) {
        var section: String?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else { continue }
            if first == "[" {
                section = Self.bare(line.dropFirst().prefix { $0 != "]" })
            } else if let section, let equals = line.firstIndex(of: "=") {
                sections[section, default: [:]][Self.bare(line[..<equals])] =
                    Self.bare(line[line.index(after: equals)...])
            }
        }
    }

    /// The values of a profile; in a configuration file all but the default one are called `profile NAME`.
    subscript(profile: String) -> [String: String]? { sections["profile " + profile] ?? sections[profile] }

    /// Without blanks at its ends, and with single ones inside.
    private static func bare(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
