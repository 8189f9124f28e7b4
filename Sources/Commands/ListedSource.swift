internal import AttachmentModel
internal import Glibc

/// One source of a command; a file of a folder that was named stands for itself.
struct ListedSource: Sendable {
    private let source: MediaSource
    /// The path of a file whose name is no text.
    private let bytes: [UInt8]?
    private let problem: PreparationError?

    /// A source as it stood on the command line.
    init(_ word: String) {
        source = MediaSource(word)
        bytes = nil
        problem = nil
    }

    private init(_ entry: FolderWalk.Entry) {
        let text = String(validating: entry.path, as: UTF8.self)
        source = .file(path: text ?? String(decoding: entry.path, as: UTF8.self))
        bytes = text == nil ? entry.path : nil
        problem = entry.problem
    }

    /// The sources that the words name, each folder replaced by the files below it, and whether there was a folder.
    ///
    /// - Parameter names: of words that are no text, what they really are, by how they read; of two that read alike
    ///   neither can be told, and neither is there.
    static func listed(
        _ words: [String], named names: [String: Set<[UInt8]>] = [:], openingFolders: Bool
    ) -> (sources: [ListedSource], hasFolders: Bool) {
        var (sources, hasFolders): ([ListedSource], Bool) = ([], false)
        for word in words {
            if let known = names[word], known.count == 1, let name = known.first {
                let isFolder = openingFolders && FolderWalk.isFolder(name)
                let entries = isFolder ? FolderWalk.entries(below: name) : [.init(path: name, problem: nil)]
                sources += entries.map(ListedSource.init)
                hasFolders = hasFolders || isFolder
            } else if openingFolders, case .file(let path) = MediaSource(word), FolderWalk.isFolder(path) {
                sources += FolderWalk.entries(below: path).map(ListedSource.init)
                hasFolders = true
            } else {
                sources.append(ListedSource(word))
            }
        }
        return (sources, hasFolders)
    }

    /// The source as it may be shown.
    var shown: String { source.redacted }

    /// Lends the source to be read, under a name that can be opened.
    func open<Value: Sendable>(
        _ body: (MediaSource) async throws(PreparationError) -> Value
    ) async throws(PreparationError) -> Value {
        if let problem { throw problem }
        guard let bytes else { return try await body(source) }
        let path = bytes.map { CChar(bitPattern: $0) } + [0]
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw PreparationError(.sourceUnreadable, detail: unsafe String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        return try await body(.file(path: "/proc/self/fd/\(descriptor)"))
    }
}
