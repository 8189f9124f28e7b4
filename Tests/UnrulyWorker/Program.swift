internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Rulebook

/// Stands in for a worker that a hostile file has taken over: what it does follows from the size of the file.
@main
struct Program {
    private static let long = String(repeating: "a", count: 10_000)

    /// Facts that no file has, with numbers to stumble over.
    private static func impossible(_ choice: Int) -> MediaFacts {
        var facts = MediaFacts(kind: choice == 6 ? .mp4 : .png, bytes: choice)
        switch choice {
        case 6: facts.duration = 1e300
        case 7: (facts.width, facts.height) = (-1, .max)
        default: facts.frames = .max
        }
        return facts
    }

    /// Reports that do not go with the plan, beginning at 20; below that an honest one.
    private static func report(_ choice: Int, of recipe: PictureRecipe, _ rendition: MediaFacts) -> RenderReport {
        let fit = recipe.fit
        var report = RenderReport()
        report.rendition = rendition
        report.steps = ["rendered"]
        report.crop = fit.crop
        switch choice {
        case 20: report.crop = fit.box.moved(toX: 0, y: 0, within: .max, .max).report(of: 1, 1)
        case 21: report.crop?.box.x = 1e300
        case 22: report.crop?.unit.x = 0.9
        case 23: report.steps = [String(repeating: "a", count: 10_000)]
        case 24: report.lost = ["\u{1B}[2Jall is well"]
        case 25: report.lost = [String](repeating: "a", count: 1_000)
        case 26: report.path = .remux
        case 27: report.keepsSource = true
        case 28: report.rendition?.bytes += 1
        case 29: report.rendition = nil
        default: break
        }
        return report
    }

    /// Writes something as long as a rendition, and says that it is the planned one.
    private static func render(
        _ choice: Int, _ recipe: PictureRecipe, into output: borrowing OwnedDescriptor, _ line: borrowing Channel
    ) {
        var facts = MediaFacts(kind: .jpeg, bytes: 9)
        (facts.width, facts.height, facts.frames) = (recipe.width, recipe.height, 1)
        _ = unsafe write(output.number, "rendition", 9)
        try? line.send(WorkerAnswer.rendered(report(choice, of: recipe, facts)))
    }

    static func main() {
        let line = Channel(OwnedDescriptor(owning: 3))
        try? line.send(WorkerAnswer.ready(WorkerReport(locks: [], libraries: [])))
        while let delivery = try? line.receive(WorkerRequest.self, until: nil) {
            if case .locate = delivery.message {
                try? line.send(WorkerAnswer.missing(-5..<Int.max))
                continue
            }
            if case .render(let bytes, let recipe) = delivery.message {
                render(bytes, recipe, into: delivery.second, line)
                continue
            }
            guard case .recognize(let bytes) = delivery.message else { return }
            switch bytes {
            case 1: abort()
            case 2: withExtendedLifetime(line) { while true { pause() } }
            case 3: _ = unsafe write(3, "babble", 6)
            case 4: exit(0)
            case 14: kill(getpid(), SIGKILL)
            case 5: try? line.send(WorkerAnswer.rendered(RenderReport()))
            case 6...8: try? line.send(WorkerAnswer.recognized(impossible(bytes)))
            case 10: try? line.send(WorkerAnswer.failed(PreparationError(.configurationMachine)))
            case 11: try? line.send(WorkerAnswer.failed(PreparationError(.mediaCorrupt, detail: long)))
            case 12: try? line.send(WorkerAnswer.failed(PreparationError(.mediaCorrupt)))
            case 13:
                var facts = MediaFacts(kind: .unknown, bytes: bytes)
                facts.description = long
                try? line.send(WorkerAnswer.recognized(facts))
            default: try? line.send(WorkerAnswer.recognized(MediaFacts(kind: .png, bytes: bytes)))
            }
        }
    }
}
