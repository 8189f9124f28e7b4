import Foundation
import TestSupport

/// One run of the real program.
struct ProgramRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `affix`, or another of our programs, in a folder, with an environment of its own.
    init(
        _ arguments: [String], in folder: String, environment: [String: String] = [:], input: Data = Data(),
        program name: String = "affix"
    ) throws {
        let program = Process()
        program.executableURL = URL(filePath: Products.path(of: name))
        program.arguments = arguments
        program.currentDirectoryURL = URL(filePath: folder)
        program.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
        let (output, errors, feed) = (Pipe(), Pipe(), Pipe())
        program.standardOutput = output
        program.standardError = errors
        program.standardInput = feed
        try program.run()
        // Small enough for a pipe: the other ends are read below.
        try feed.fileHandleForWriting.write(contentsOf: input)
        try feed.fileHandleForWriting.close()
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        program.waitUntilExit()
        status = program.terminationStatus
    }

    /// The objects printed, one for each line.
    var objects: [[String: Any]] {
        output.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }
}
