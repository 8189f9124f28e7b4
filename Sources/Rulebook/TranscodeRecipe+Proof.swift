internal import AttachmentModel

extension TranscodeRecipe {
    /// The share of the expected length that must have come out: less means that decoding ended early.
    private static let leastOfLength = 0.9

    /// Checks that what was encoded, recognised again, is what was planned.
    func prove(_ facts: MediaFacts) throws(PreparationError) {
        if let duration, let found = facts.duration, found < duration * Self.leastOfLength - 1 {
            throw PreparationError(
                .mediaTruncated, "Only \(Int(found)) of \(Int(duration)) s could be decoded", stage: .render)
        }
        let wanted = picture == nil ? ["aac"] : isCopyingPicture ? Array(facts.codecs.prefix(1)) : ["h264"]
        let isSized = picture == nil || isCopyingPicture || allows(width: facts.width ?? 0, height: facts.height ?? 0)
        guard facts.kind == result, facts.codecs.prefix(1) == wanted[...], RemuxRecipe(for: facts) == nil,
            facts.duration ?? 0 <= (end ?? .infinity) + Self.tolerance, facts.orientation == 1 || isCopyingPicture,
            isSized
        else {
            throw PreparationError(
                .internalFault, "The encoded file is not what was planned",
                detail: "\(facts.kind) \(facts.codecs) \(facts.width ?? 0)x\(facts.height ?? 0) "
                    + "\(facts.duration ?? 0) s, \(facts.traits.map(\.rawValue).sorted()), \(facts.warnings)")
        }
    }

    /// Seconds by which the last frame may go on beyond the end.
    private static let tolerance = 0.1

    private func allows(width: Int, height: Int) -> Bool {
        guard width > 0, height > 0, width % 2 == 0, height % 2 == 0 else { return false }
        let most = picture?.longestSide ?? 0
        return width <= most + 1 && height <= most + 1
    }
}
