internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Remuxing
internal import Rulebook

/// Packs a file anew into another, as often as asked, in this process: for benches, which want neither a cap nor a worker.
///
/// `remux-loop KIND RESULT INPUT OUTPUT [RUNS]` prints the milliseconds of each run.
@main
struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, let kind = MediaKind(rawValue: arguments[1]),
            let result = MediaKind(rawValue: arguments[2]), let runs = Int(arguments.count > 5 ? arguments[5] : "1")
        else {
            print("remux-loop KIND RESULT INPUT OUTPUT [RUNS]")
            exit(2)
        }
        let recipe = RemuxRecipe(kind: kind, result: result, cap: .max)
        for _ in 0..<runs {
            _ = unsafe unlink(arguments[4])
            let start = ContinuousClock.now
            let report = try pack(arguments[3], by: recipe, to: arguments[4])
            let time = (ContinuousClock.now - start) / .milliseconds(1)
            print(time, report.steps, report.lost)
        }
    }

    private static func pack(
        _ input: String, by recipe: RemuxRecipe, to output: String
    ) throws(PreparationError) -> RenderReport {
        let source = OwnedDescriptor(owning: unsafe open(input, O_RDONLY | O_CLOEXEC))
        let target = OwnedDescriptor(owning: unsafe open(output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        guard let count = source.fileSize, let media = MappedMedia(source.number, count: count) else {
            throw PreparationError(.sourceUnreadable)
        }
        return try Remuxer().remux(media, by: recipe, into: target)
    }
}
