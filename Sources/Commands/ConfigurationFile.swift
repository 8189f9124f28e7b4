internal import AttachmentModel
internal import FoundationEssentials

/// The file named by `--config`: a JSON object whose names are the settings'.
enum ConfigurationFile {
    /// No configuration is this large; a device or a dump named by mistake is.
    private static let limit = 1_000_000

    static func read(_ path: String) throws(CommandFailure) -> [(setting: Setting, text: String)] {
        let content = try bytes(of: path)
        let object: [String: ConfiguredValue]
        do {
            object = try JSONDecoder().decode([String: ConfiguredValue].self, from: content)
        } catch {
            throw invalid("\(path) is not a JSON object of texts, numbers, true, false and lists of these")
        }
        let settings = SettingsTable.rows.filter { $0.name != "config" }
        var found: [(Setting, String)] = []
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.key == key }) else {
                let hint = NearestName.hint(key, among: settings.map(\.key))
                throw invalid("There is no setting \"\(key)\", which stands in \(path)\(hint)")
            }
            found.append((setting, value.text))
        }
        return found
    }

    private static func bytes(of path: String) throws(CommandFailure) -> Data {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw invalid("The configuration file \(path) does not exist")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? UInt64 ?? 0
        guard !isFolder, size <= limit else { throw invalid("\(path) is not a configuration file") }
        guard let content = FileManager.default.contents(atPath: path) else {
            throw invalid("The configuration file \(path) cannot be read by this user")
        }
        return content
    }

    private static func invalid(_ happening: String) -> CommandFailure {
        .problem(PreparationError(.configurationInvalid, happening))
    }
}

/// A value in the file, brought to the form it would have in a flag.
private struct ConfiguredValue: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            var texts: [String] = []
            while !list.isAtEnd { texts.append(try list.decode(ConfiguredValue.self).text) }
            text = texts.joined(separator: ",")
            return
        }
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            text = String(flag)
        } else if let number = try? value.decode(Int.self) {
            text = String(number)
        } else {
            text = try value.decode(String.self)
        }
    }
}
