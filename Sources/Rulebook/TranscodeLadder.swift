/// Finds the encoding with which a movie or a sound meets its goal, in at most three.
///
/// Where the picture can stay as it is, that is tried before. A value without I/O: it is told how large each came out, and
/// says what to try next. The first is bounded so that it should do; each further one has fewer bits and pixels.
package struct TranscodeLadder: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case encode(TranscodeRecipe)
        /// The last encoding is the one.
        case accept
        /// No encoding fits under the cap.
        case giveUp
    }

    private static let mostEncodings = 3
    /// What is aimed at after a miss, so that a second one is unlikely.
    private static let margin = 0.85

    private var recipe: TranscodeRecipe
    private var encodings = 1

    package init(_ recipe: TranscodeRecipe) {
        self.recipe = recipe
    }

    /// - Parameters:
    ///   - bytes: the size of the encoding that was asked for last; `nil` before the first.
    ///   - isWhole: whether it came to its end, or was ended at that size.
    package mutating func next(after bytes: Int?, isWhole: Bool = true) -> Step {
        guard let bytes else { return .encode(recipe) }
        if recipe.isCopyingPicture {
            if isWhole, recipe.takesCopy(of: bytes) { return .accept }
            recipe = recipe.encoded
            return .encode(recipe)
        }
        if isWhole, bytes <= recipe.goal { return .accept }
        // A sound gets no smaller than at its lowest rate: it is legal, if not as small as was wished.
        if isWhole, bytes <= recipe.cap, recipe.picture == nil, recipe.sound?.isLowest != false { return .accept }
        guard encodings < Self.mostEncodings else { return isWhole && bytes <= recipe.cap ? .accept : .giveUp }
        let share = Self.margin * Double(recipe.goal) / Double(bytes)
        let rate = recipe.picture?.rate ?? TranscodeRecipe.mostFrames
        recipe.picture = recipe.picture?.reduced(to: share, framesPerSecond: rate)
        if recipe.picture == nil { recipe.sound?.reduce(to: share) }
        encodings += 1
        return .encode(recipe)
    }
}

extension TranscodeRecipe.Sound {
    /// Fewer bits, and one channel where they are too few for two.
    fileprivate mutating func reduce(to share: Double) {
        bits = max(Self.lowest, Int(Double(bits) * share))
        if bits < 48_000 { channels = 1 }
    }
}
