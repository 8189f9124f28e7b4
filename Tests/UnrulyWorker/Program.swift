internal import AttachmentModel
internal import Glibc
internal import Handover

/// Stands in for a worker that a hostile file has taken over: what it does follows from the size of the file.
@main
struct Program {
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

    static func main() {
        let line = Channel(OwnedDescriptor(owning: 3))
        try? line.send(WorkerAnswer.ready(WorkerReport(locks: [], libraries: [])))
        while let delivery = try? line.receive(WorkerRequest.self, until: nil) {
            if case .locate = delivery.message {
                try? line.send(WorkerAnswer.missing(-5..<Int.max))
                continue
            }
            guard case .recognize(let bytes) = delivery.message else { return }
            switch bytes {
            case 1: abort()
            case 2: withExtendedLifetime(line) { while true { pause() } }
            case 3: _ = unsafe write(3, "babble", 6)
            case 4: exit(0)
            case 5: try? line.send(WorkerAnswer.rendered(RenderReport()))
            case 6...8: try? line.send(WorkerAnswer.recognized(impossible(bytes)))
            default: try? line.send(WorkerAnswer.recognized(MediaFacts(kind: .png, bytes: bytes)))
            }
        }
    }
}
