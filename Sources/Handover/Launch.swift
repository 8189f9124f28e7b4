package import AttachmentModel
internal import CDescriptors
internal import Glibc

/// Starting our own worker program: it inherits nothing but what it is given here, neither a descriptor nor a variable,
/// so that a program that was taken over finds no secret.
///
/// The caller must reap the process that is started.
package enum Launch {
    /// Starts `program` with one argument at the far end of a new line, which it finds as descriptor 3; returns the near
    /// end.
    package static func worker(
        _ program: String, argument: String, process: inout Int32
    ) throws(PreparationError) -> Channel {
        guard let ends = Channel.Ends() else {
            throw PreparationError(.overloaded, "No descriptor is left for another worker")
        }
        try start([program, argument], with: [ends.far.number], words: -1, &process)
        return Channel(ends.near)
    }

    /// Starts `program` at the head of a new group, with two files as descriptors 3 and 4; returns what it says on both
    /// of its streams.
    package static func group(
        _ program: String, _ arguments: [String], input: Int32, output: Int32, process: inout Int32
    ) throws(PreparationError) -> OwnedDescriptor {
        var ends: [Int32] = [-1, -1]
        guard unsafe affix_pipe(&ends) == 0 else {
            throw PreparationError(.overloaded, "No descriptor is left for another transcoder")
        }
        let near = OwnedDescriptor(owning: ends[0])
        let far = OwnedDescriptor(owning: ends[1])
        // Pictures need none: without it they go on.
        try start([program] + arguments, with: [input, output], words: far.number, &process, for: .render)
        return near
    }

    /// - Parameter stage: the one that fails without the program; `nil` when nothing works without it.
    private static func start(
        _ words: [String], with files: [Int32], words stream: Int32, _ process: inout Int32,
        for stage: PreparationError.Stage? = nil
    ) throws(PreparationError) {
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let result = unsafe affix_launch(&process, arguments, files, Int32(files.count), stream)
        guard result == 0 else {
            throw PreparationError(
                .configurationMachine, "The program \(words[0].split(separator: "/").last ?? "") cannot be started",
                detail: "\(words[0]): \(unsafe String(cString: strerror(result)))", stage: stage)
        }
    }
}
