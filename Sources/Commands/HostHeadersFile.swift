internal import FoundationEssentials

/// The file named by `--host-headers`: for each host an object of header names and values.
///
/// It holds secrets, which is why they are in a file of their own: nothing of its content is ever printed.
enum HostHeadersFile {
    static func read(_ path: String) throws(CommandFailure) -> [String: [String: String]] {
        do {
            return try JSONDecoder().decode([String: [String: String]].self, from: try SettingsFile.content(of: path))
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw SettingsFile.invalid(
                "\(path) is not a JSON object such as {\"cdn.example.com\": {\"Referer\": \"https://example.com/\"}}")
        }
    }
}
