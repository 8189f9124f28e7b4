internal import AttachmentModel
internal import FoundationEssentials

/// The file named by `--config`: a JSON object whose names are the settings'.
enum ConfigurationFile {
    static func read(_ path: String) throws(CommandFailure) -> [(setting: Setting, text: String)] {
        let content = try SettingsFile.content(of: path)
        let object: [String: ConfiguredValue]
        do {
            object = try JSONDecoder().decode([String: ConfiguredValue].self, from: content)
        } catch {
            throw SettingsFile.invalid("\(path) is not a JSON object of texts, numbers, true, false and lists of these")
        }
        let settings = SettingsTable.rows.filter { $0.name != "config" }
        var found: [(Setting, String)] = []
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.key == key }) else {
                let hint = NearestName.hint(key, among: settings.map(\.key))
                throw SettingsFile.invalid("There is no setting \"\(key)\", which stands in \(path)\(hint)")
            }
            found.append((setting, value.text))
        }
        return found
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
