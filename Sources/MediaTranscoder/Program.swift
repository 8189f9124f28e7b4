internal import Confinement
internal import Glibc
internal import Lockdown

/// Locks itself down and becomes ffmpeg.
///
/// A program of its own because it links nothing that reads media: loading that would take longer than all it does.
@main
struct Program {
    static func main() {
        guard let arguments = TranscoderArguments(Array(CommandLine.arguments.dropFirst())) else {
            complain("\(TranscoderArguments.name) is started by affix and does nothing by itself; see affix --help")
            exit(2)
        }
        do throws(Lockdown.Fault) {
            try program(arguments).start()
        } catch {
            complain(TranscoderArguments.complaint + error.description)
            exit(TranscoderArguments.failure)
        }
    }

    private static func program(_ arguments: TranscoderArguments) -> LockedProgram {
        var bounds = ProcessBounds()
        bounds.memory = arguments.memory
        bounds.processorSeconds = arguments.processorSeconds
        bounds.fileSize = arguments.fileSize
        var program = LockedProgram(
            arguments.program, arguments.arguments, input: TranscoderArguments.input,
            output: TranscoderArguments.output, bounds: bounds)
        program.niceness = Int32(clamping: arguments.niceness)
        program.isLocked = arguments.isLocked
        return program
    }

    private static func complain(_ words: String) {
        _ = unsafe write(2, words + "\n", words.utf8.count + 1)
    }
}
