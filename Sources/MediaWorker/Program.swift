internal import AttachmentModel
internal import Glibc
internal import Handover

@main
struct Program {
    /// The descriptor under which the front leaves its line.
    private static let line: Int32 = 3

    static func main() {
        guard let argument = CommandLine.arguments.dropFirst().first.flatMap(WorkerArgument.init), isSocket(line) else {
            complain("affix-worker is started by affix and does nothing by itself; see affix --help")
            exit(2)
        }
        let line = Channel(OwnedDescriptor(owning: line))
        do throws(PreparationError) {
            // Ends when the front closes its end of the line.
            let worker = try MediaWorker(threads: argument.threads, isLocked: argument.isLocked)
            guard FrontWatch.begin(on: Self.line) else {
                throw PreparationError(.configurationMachine, "The worker cannot start a thread")
            }
            try? worker.serve(on: line)
        } catch {
            try? line.send(WorkerAnswer.failed(error))
        }
    }

    private static func complain(_ words: String) {
        _ = unsafe write(2, words + "\n", words.utf8.count + 1)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0
    }
}
