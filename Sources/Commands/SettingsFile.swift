internal import AttachmentModel
internal import FoundationEssentials
internal import Glibc

/// A small file that an operator wrote.
enum SettingsFile {
    /// No configuration is this large; a device or a dump named by mistake is.
    private static let limit = 1_000_000

    static func content(of path: String) throws(CommandFailure) -> Data {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw invalid("The configuration file \(path) does not exist")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw invalid("\(path) is not a configuration file")
        }
        guard let content = FileManager.default.contents(atPath: path) else {
            throw invalid("The configuration file \(path) cannot be read by this user")
        }
        return content
    }

    static func invalid(_ happening: String) -> CommandFailure {
        .problem(PreparationError(.configurationInvalid, happening))
    }
}
