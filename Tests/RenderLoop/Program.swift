internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Recognition
internal import Rendering
internal import Rulebook

/// Renders a file as a worker does, but in this process and without a lock: for benches, which want to know what the
/// rendering alone takes.
///
/// - `render-loop time FILE [RUNS]` prints the milliseconds of each run.
/// - `render-loop memory FILE` prints the bytes that one run took at its peak beyond those of an idle process, and the
///   estimate.
/// - `render-loop rungs FILE` prints the bytes that each rung of the ladder of animations gives.
@main
struct Program {
    private let renderer: Renderer
    private let media: MappedMedia
    private let plan: RenderPlan
    private let facts: MediaFacts

    private init(_ path: String) throws {
        let source = OwnedDescriptor(owning: unsafe open(path, O_RDONLY | O_CLOEXEC))
        let recognizer = Recognizer()
        renderer = try Renderer(threads: 1)
        guard let count = source.fileSize, let bare = MappedMedia(source.number, count: count) else {
            throw PreparationError(.sourceUnreadable)
        }
        facts = recognizer.facts(of: bare)
        plan = try RenderPlan(for: facts, profile: .push, limits: SourceLimits())
        guard
            let media = MappedMedia(source.number, count: count, closing: MappedMedia.closing(for: facts.kind))
        else { throw PreparationError(.renderOutOfMemory) }
        self.media = media
    }

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 2 else {
            print("render-loop time|memory|rungs FILE [RUNS]")
            exit(2)
        }
        let program = try Program(words[2])
        switch words[1] {
        case "time": for _ in 0..<(words.count > 3 ? Int(words[3]) ?? 1 : 1) { print(try program.time()) }
        case "memory": try program.memory()
        case "rungs":
            guard case .animation(let recipe) = program.plan.path else { exit(1) }
            print(
                try program.renderer.sizesOfRungs(of: program.media, by: recipe).map(String.init).joined(separator: " ")
            )
        default: exit(2)
        }
    }

    private func time() throws -> Double {
        let start = ContinuousClock.now
        try render()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    private func memory() throws {
        let before = Self.status("VmRSS")
        // From here on the kernel counts the peak anew.
        let clear = OwnedDescriptor(owning: unsafe open("/proc/self/clear_refs", O_WRONLY))
        _ = unsafe write(clear.number, "5", 1)
        try render()
        print(Self.status("VmHWM") - before, DecodeCost(of: facts, by: plan).bytes)
    }

    private func render() throws {
        guard let output = OwnedDescriptor.memory(named: "render-loop") else { throw PreparationError(.overloaded) }
        switch plan.path {
        case .picture(let recipe): _ = try renderer.render(media, by: recipe, into: output)
        case .animation(let recipe): _ = try renderer.animate(media, by: recipe, into: output)
        default: throw PreparationError(.renderUnsupported, "The file needs no rendering")
        }
    }

    /// Bytes in a line of the kernel's account of this process.
    private static func status(_ name: String) -> Int {
        let file = OwnedDescriptor(owning: unsafe open("/proc/self/status", O_RDONLY))
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = max(0, unsafe read(file.number, &bytes, bytes.count))
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        let fields = lines.first { $0.hasPrefix(name + ":") }?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 1_024 : 0
    }
}
