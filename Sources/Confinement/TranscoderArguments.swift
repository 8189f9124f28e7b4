/// The arguments of `affix-transcoder`, which locks itself down and gives its process over to ffmpeg.
///
/// Descriptor 3 is the file that is read, 4 the one that is filled; what is said goes to both standard streams.
package struct TranscoderArguments: Hashable, Sendable {
    /// The name of the program, which lies beside the worker.
    package static let name = "affix-transcoder"
    package static let input: Int32 = 3
    package static let output: Int32 = 4
    /// What it begins to say with when it could not become ffmpeg, and how it ends.
    package static let complaint = name + ": "
    package static let failure: Int32 = 120

    /// Bytes of address space.
    package var memory: Int
    /// Seconds of processor time, of all threads together.
    package var processorSeconds: Int
    /// Bytes that the output may have.
    package var fileSize: Int
    /// How far it stands back behind other programs; 0 to 19.
    package var niceness: Int
    /// Whether the program locks itself down; only an operator turns that off.
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
        guard words.count >= 6, ["locked", "unlocked"].contains(words[0]),
            let memory = Int(words[1]), let seconds = Int(words[2]), let bytes = Int(words[3]),
            let niceness = Int(words[4]), memory > 0, seconds > 0, bytes > 0, (0...19).contains(niceness)
        else { return nil }
        self.init(
            memory: memory, processorSeconds: seconds, fileSize: bytes, niceness: niceness,
            isLocked: words[0] == "locked", program: words[5], arguments: Array(words[6...]))
    }

    package var words: [String] {
        let lock = isLocked ? "locked" : "unlocked"
        return [lock, "\(memory)", "\(processorSeconds)", "\(fileSize)", "\(niceness)", program] + arguments
    }
}
