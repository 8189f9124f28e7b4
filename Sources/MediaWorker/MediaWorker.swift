internal import AttachmentModel
internal import Handover
internal import Lockdown
internal import Recognition
internal import Remuxing
internal import Rendering
internal import Rulebook

/// The only program that opens a stranger's bytes: it makes its libraries ready, locks itself down, then answers.
struct MediaWorker {
    private let recognizer: Recognizer
    private let renderer: Renderer
    private let locks: [String]

    /// Makes everything ready that needs files or more system calls, then gives them up for good.
    ///
    /// - Parameter isLocked: `false` only where an operator has turned the sandbox off.
    init(threads: Int, isLocked: Bool) throws(PreparationError) {
        recognizer = Recognizer()
        renderer = try Renderer(threads: threads)
        guard isLocked else {
            locks = []
            return
        }
        do throws(Lockdown.Fault) {
            locks = try Lockdown.enter()
        } catch {
            throw PreparationError(
                .configurationMachine, "The sandbox for media cannot be set up", detail: error.description)
        }
    }

    /// Says that it is ready, then answers until the front closes the line.
    func serve(on line: borrowing Channel) throws(Channel.Fault) {
        try line.send(
            WorkerAnswer.ready(WorkerReport(locks: locks, libraries: [renderer.library, recognizer.library])))
        while true {
            let delivery = try line.receive(WorkerRequest.self, until: nil)
            try line.send(answer(to: delivery))
        }
    }

    private func answer(to delivery: borrowing Channel.Delivery<WorkerRequest>) -> WorkerAnswer {
        do throws(PreparationError) {
            switch delivery.message {
            case .recognize(let bytes):
                return .recognized(recognizer.facts(of: try delivery.first.mapped(bytes)))
            case .locate(let bytes, let kind, let held):
                return .missing(recognizer.missingPart(of: try delivery.first.mapped(bytes), as: kind, held: held))
            case .settle(let facts):
                let media = try delivery.first.mapped(facts.bytes, toDecode: facts.kind)
                return .recognized(try renderer.settle(facts, media))
            case .copy(let bytes, let kind):
                let media = try delivery.first.mapped(bytes, toDecode: kind)
                return .rendered(try renderer.copy(media, as: kind, into: delivery.second))
            case .render(let bytes, let recipe):
                let media = try delivery.first.mapped(bytes, toDecode: recipe.kind)
                return .rendered(try renderer.render(media, by: recipe, into: delivery.second))
            case .remux(let bytes, let recipe):
                let media = try delivery.first.mapped(bytes)
                return .rendered(try Remuxer().remux(media, by: recipe, into: delivery.second))
            case .animate(let bytes, let recipe):
                let media = try delivery.first.mapped(bytes, toDecode: recipe.kind)
                return .rendered(try renderer.animate(media, by: recipe, into: delivery.second))
            }
        } catch {
            return .failed(error)
        }
    }
}

extension OwnedDescriptor {
    /// - Parameter kind: what a decoder is to take the bytes for; without one they are only read.
    fileprivate func mapped(
        _ count: Int, toDecode kind: MediaKind? = nil
    ) throws(PreparationError) -> MappedMedia {
        let closing = kind.map(MappedMedia.closing) ?? []
        guard let media = MappedMedia(number, count: count, closing: closing) else {
            throw PreparationError(.renderOutOfMemory, "The file could not be mapped into memory")
        }
        return media
    }
}
