internal import AttachmentModel
internal import Foundation
internal import Glibc
internal import Handover
internal import Recognition

/// Recognises files in one process: as facts to compare with other tools, or against the clock.
///
///     recognition-loop facts FILE …    one line of JSON for each: path and facts
///     recognition-loop time FILE …     a line for each: path, bytes, and microseconds to recognise it and for libmagic to name it
@main
enum Program {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let recognizer = Recognizer()
        for path in arguments.dropFirst() {
            guard let media = map(path) else {
                print("cannot open \(path)")
                continue
            }
            switch arguments.first {
            case "facts": try printFacts(path, media, recognizer)
            case "time": printTimes(path, media, recognizer)
            default: exit(2)
            }
        }
    }

    private static func map(_ path: String) -> MappedMedia? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let count = lseek(descriptor, 0, SEEK_END)
        return MappedMedia(descriptor, count: Int(count))
    }

    private struct Line: Encodable {
        let path: String
        let facts: MediaFacts
        let milliseconds: Double
    }

    private static func printFacts(_ path: String, _ media: MappedMedia, _ recognizer: Recognizer) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let facts = recognizer.facts(of: media)
        let line = Line(path: path, facts: facts, milliseconds: (clock.now - start) / .milliseconds(1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(line), as: UTF8.self))
    }

    private static func printTimes(_ path: String, _ media: MappedMedia, _ recognizer: Recognizer) {
        let ours = median { _ = recognizer.facts(of: media) }
        let theirs = median { _ = recognizer.foreignName(of: media) }
        print("\(path)\t\(media.count)\t\(ours)\t\(theirs)")
    }

    /// Microseconds, of as many runs as fit into a tenth of a second, but at least three.
    private static func median(_ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        var times: [Double] = []
        let end = clock.now + .milliseconds(100)
        while times.count < 3 || clock.now < end && times.count < 1_000 {
            times.append(clock.measure(body) / .microseconds(1))
        }
        return times.sorted()[times.count / 2]
    }
}
