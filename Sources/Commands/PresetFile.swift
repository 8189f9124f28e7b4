internal import AttachmentModel
internal import Push

/// The file named by `--preset-file`: for each name an object of places and what stands there.
enum PresetFile {
    /// Reads the shapes; one with the name of a known one replaces it.
    static func read(_ path: String) throws(CommandFailure) -> [PayloadPreset] {
        let content = try SettingsFile.content(of: path)
        let document: JSONValue
        do throws(JSONSyntaxFault) {
            document = try JSONValue(strictly: Array(content))
        } catch {
            throw SettingsFile.invalid("\(path) is not JSON: \(error.happening), at byte \(error.offset)")
        }
        guard let members = document.members else { throw malformed(path) }
        var presets: [PayloadPreset] = []
        for member in members {
            guard let fields = member.value.members else { throw malformed(path) }
            var read: [(String, MediaValue)] = []
            for field in fields {
                guard let value = field.value.text.flatMap(MediaValue.init) else {
                    throw SettingsFile.invalid(
                        "\(field.key) of the preset \(member.key) in \(path) is none of \(MediaValue.allCases.map(\.rawValue).inWords)"
                    )
                }
                read.append((field.key, value))
            }
            do throws(PreparationError) {
                presets.append(try PayloadPreset(member.key, read))
            } catch {
                throw .problem(error)
            }
        }
        return presets
    }

    private static func malformed(_ path: String) -> CommandFailure {
        SettingsFile.invalid(
            "\(path) is not a JSON object such as {\"ours\": {\"/data/image\": \"url\", \"/data/type\": \"extension\"}}"
        )
    }
}
