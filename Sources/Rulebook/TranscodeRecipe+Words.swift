package import AttachmentModel

extension TranscodeRecipe {
    /// What was done, in order.
    ///
    /// - Parameter made: what came out.
    package func steps(on facts: MediaFacts, making made: MediaFacts) -> [String] {
        var steps: [String] = []
        if isCopyingPicture { steps.append("rewrapped from \(facts.kind.words) as \(result.words)") }
        if let end, hasEndedEarly(made) { steps.append("ended after \(Self.text(end)) s") }
        if let picture, picture.copiedAs == nil {
            let size = "\(made.width ?? 0)x\(made.height ?? 0)"
            steps.append("picture encoded anew: \(Self.change(of: facts.picture, to: "h264")), \(size)")
            if picture.range != nil { steps.append("light brought to the range of usual screens") }
        }
        if let sound, !sound.isCopied, made.sound != nil {
            let channels = sound.channels == 1 ? "one channel" : "\(sound.channels) channels"
            let change = Self.change(of: facts.sound, to: "aac")
            steps.append("sound encoded anew: \(change), \(sound.bits / 1_000) kb/s, \(channels)")
        }
        return steps
    }

    /// Whether something was left away at the end, told from what came out.
    package func hasEndedEarly(_ made: MediaFacts) -> Bool {
        end.map { made.duration ?? 0 > $0 - 0.5 } ?? false
    }

    /// What the receiver will miss, in words for people.
    ///
    /// - Parameter made: what came out.
    package func losses(of facts: MediaFacts, in made: MediaFacts) -> [String] {
        var losses: [String] = []
        if let end, hasEndedEarly(made) { losses.append("everything after \(Self.text(end)) s") }
        if !isCopyingPicture { losses += pictureLosses(of: facts, in: made) }
        if let sound, !sound.isCopied, let channels = facts.sound?.channels, channels > sound.channels {
            losses.append("channels: \(channels) became \(sound.channels)")
        }
        return losses
    }

    private func pictureLosses(of facts: MediaFacts, in made: MediaFacts) -> [String] {
        var losses: [String] = []
        if let madeWidth = made.width, let madeHeight = made.height, let width = facts.width, let height = facts.height,
            max(madeWidth, madeHeight) < max(width, height) - 1
        {
            losses.append("size: \(width)x\(height) became \(madeWidth)x\(madeHeight)")
        }
        if let rate = picture?.rate { losses.append("frames: at most \(Self.text(rate)) a second are kept") }
        if facts.warnings.contains(.oddMatrix) {
            losses.append("how it is slanted or stretched, and corners: it is turned, and nothing else")
        }
        if let range = picture?.range { losses.append("light beyond usual screens (\(range.rawValue))") }
        return losses
    }

    /// From which codec to which; of some containers only decoding tells what it was.
    private static func change(of track: TrackFacts?, to codec: String) -> String {
        track?.codec.map { "\($0) to \(codec)" } ?? codec
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\((number * 100).rounded() / 100)"
    }
}

extension MediaFacts {
    fileprivate var picture: TrackFacts? { tracks.first { $0.role == .picture } }
    fileprivate var sound: TrackFacts? { tracks.first { $0.role == .sound } }
}
