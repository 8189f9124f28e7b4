/// The arguments of a worker that locks itself down and gives its process over to ffmpeg.
///
/// Descriptor 3 is the file that is read, 4 the one that is filled; what is said goes to both standard streams.
package struct TranscoderArguments: Hashable, Sendable {
    /// The word by which a worker program knows its second kind of work.
    private static let word = "transcode"
    package static let input: Int32 = 3
    package static let output: Int32 = 4
    /// What a worker begins to say with that could not become ffmpeg, and how it ends.
    package static let complaint = "affix-worker: "
    package static let failure: Int32 = 120

    /// Bytes of address space.
    package var memory: Int
    /// Seconds of processor time, of all threads together.
    package var processorSeconds: Int
    /// Bytes that the output may have.
    package var fileSize: Int
    /// How far it stands back behind other programs; 0 to 19.
    package var niceness: Int
    /// Whether the worker locks itself down; only an operator turns that off.
    package var isLocked: Bool
    /// The path of ffmpeg.
    package var program: String
    /// What ffmpeg is told.
    package var arguments: [String]

    package init(
        memory: Int, processorSeconds: Int, fileSize: Int, niceness: Int, isLocked: Bool, program: String,
        arguments: [String]
    ) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.fileSize = fileSize
        self.niceness = niceness
        self.isLocked = isLocked
        self.program = program
        self.arguments = arguments
    }

    /// Reads them back; anything that is not exactly what is written here is none.
    package init?(_ words: [String]) {
        guard words.count >= 7, words[0] == Self.word, ["locked", "unlocked"].contains(words[1]),
            let memory = Int(words[2]), let seconds = Int(words[3]), let bytes = Int(words[4]),
            let niceness = Int(words[5]), memory > 0, seconds > 0, bytes > 0, (0...19).contains(niceness)
        else { return nil }
        self.init(
            memory: memory, processorSeconds: seconds, fileSize: bytes, niceness: niceness,
            isLocked: words[1] == "locked", program: words[6], arguments: Array(words[7...]))
    }

    package var words: [String] {
        let lock = isLocked ? "locked" : "unlocked"
        return [Self.word, lock, "\(memory)", "\(processorSeconds)", "\(fileSize)", "\(niceness)", program] + arguments
    }
}
