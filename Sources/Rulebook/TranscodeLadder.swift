/// Finds the encoding with which a movie or a sound meets its goal, in at most three.
///
/// Where the picture can stay as it is, that is tried before. A value without I/O: it is told what came of each, and says
/// what to try next. The first is bounded so that it should do; each further one has fewer bits and pixels.
package struct TranscodeLadder: Hashable, Sendable {
    /// What came of an encoding.
    package enum Outcome: Hashable, Sendable {
        /// It has come to its end, with so many bytes.
        case whole(Int)
        /// It was ended at the most bytes that it may have: half a file, which is no result however small.
        case tooLarge
        /// A picture that was to stay as it is cannot, or would be of a form that no device plays.
        case uncopyable
        /// Nothing of a picture could be decoded, but there is sound.
        case soundAlone(TranscodeRecipe)
    }

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

    /// - Parameter outcome: what came of the encoding that was asked for, or accepted, last; `nil` before the first.
    package mutating func next(after outcome: Outcome?) -> Step {
        switch outcome {
        case nil: .encode(recipe)
        case .soundAlone(let sound): begin(with: sound)
        case .uncopyable: begin(with: recipe.encoded)
        case .tooLarge: recipe.isCopyingPicture ? begin(with: recipe.encoded) : reduce(from: recipe.mostBytes)
        case .whole(let bytes) where recipe.isCopyingPicture:
            recipe.takesCopy(of: bytes) ? .accept : begin(with: recipe.encoded)
        case .whole(let bytes): recipe.isMet(by: bytes) ? .accept : reduce(from: bytes, orAccept: bytes <= recipe.cap)
        }
    }

    private mutating func begin(with recipe: TranscodeRecipe) -> Step {
        self = TranscodeLadder(recipe)
        return .encode(recipe)
    }

    /// Tries less than what had so many bytes, while there are tries left.
    private mutating func reduce(from bytes: Int, orAccept isLegal: Bool = false) -> Step {
        guard encodings < Self.mostEncodings else { return isLegal ? .accept : .giveUp }
        let share = Self.margin * Double(recipe.goal) / Double(bytes)
        let rate = recipe.picture?.rate ?? TranscodeRecipe.mostFrames
        recipe.picture = recipe.picture?.reduced(to: share, framesPerSecond: rate)
        if recipe.picture == nil { recipe.sound?.reduce(to: share) }
        encodings += 1
        return .encode(recipe)
    }
}

extension TranscodeRecipe {
    /// Whether a whole encoding of so many bytes is small enough.
    ///
    /// A sound gets no smaller than at its lowest rate: it is legal then, if not as small as was wished.
    fileprivate func isMet(by bytes: Int) -> Bool {
        bytes <= goal || bytes <= cap && picture == nil && sound?.isLowest != false
    }
}

extension TranscodeRecipe.Sound {
    /// Fewer bits, and one channel where they are too few for two.
    fileprivate mutating func reduce(to share: Double) {
        bits = max(Self.lowest, Int(Double(bits) * share))
        if bits < 48_000 { channels = 1 }
    }
}
