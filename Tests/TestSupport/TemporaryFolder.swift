internal import Foundation

/// A folder that exists for the length of a closure.
package enum TemporaryFolder {
    /// Lends the path of an empty folder, and removes it with all that is in it.
    package static func with<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let path = NSTemporaryDirectory() + "affix-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            let value = try await body(path)
            try? FileManager.default.removeItem(atPath: path)
            return value
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    /// Writes a file that has a mode from its first byte on.
    package static func write(_ text: String, mode: Int = 0o600, to path: String) {
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        precondition(isMade, "\(path) cannot be made")
    }

    /// The files below a folder, hidden ones too, as sorted relative paths; none when there is no folder.
    package static func files(below path: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in
            var isFolder = ObjCBool(false)
            return unsafe FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
