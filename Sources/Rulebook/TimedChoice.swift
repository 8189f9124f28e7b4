internal import AttachmentModel

/// What is done with a movie or a sound: the less the better.
///
/// What is legal, no longer than the profile wants and not far over its goal passes. What only needs other packing or an
/// earlier end is packed anew, without decoding. Everything else is encoded anew.
struct TimedChoice {
    let path: RenderPlan.Path
    let fallback: TranscodeRecipe?

    /// `nil` for a picture that stays one.
    init?(for facts: MediaFacts, profile: AttachmentProfile) throws(PreparationError) {
        guard facts.mediaClass == .movie || facts.mediaClass == .audio || facts.becomesMovie(under: profile) else {
            return nil
        }
        let isMovie = facts.mediaClass != .audio
        let longest = Double(profile.longest)
        let isLonger = isMovie && facts.duration ?? 0 > longest + Rulebook.secondsTolerated
        if isLonger, profile.movie == .refuse {
            throw PreparationError(
                .mediaTooLong,
                "The \(facts.kind.words) is longer than the \(profile.longest) s that are shown, and the profile "
                    + "refuses that",
                advice: "Cut it, or have affix do so, by trim for movies")
        }
        let end = isLonger && profile.movie.trims && profile.rescue ? longest : nil
        let cap = Rulebook.cap(of: isMovie ? .movie : .audio)
        // A sound that iOS takes stays as it is: it has no picture that would get smaller without being missed.
        let isBound = isMovie && profile.rescue
        let most = isBound ? min(cap, Int(Double(profile.goals.movie) * Rulebook.goalTolerance)) : cap
        let recode =
            profile.rescue
            ? Result { () throws(PreparationError) in
                try TranscodeRecipe(for: facts, profile: profile)
            } : .success(nil)
        // Players do not agree on it: encoding settles how it looks.
        let isOdd = facts.warnings.contains(.oddMatrix) && profile.rescue
        if !isOdd, let recipe = RemuxRecipe(for: facts, endingAt: end, under: most) {
            (path, fallback) = (.remux(recipe), try? recode.get())
        } else if !isOdd, end == nil, facts.bytes <= most, facts.deviceFaults.isEmpty, Rulebook.publishes(facts.kind),
            facts.unpublishedCodec == nil
        {
            (path, fallback) = (.pass, nil)
        } else if let recipe = try recode.get() {
            (path, fallback) = (.transcode(recipe), nil)
        } else {
            throw PreparationError(.renderUnsupported, "\(facts.unpublishable), and it is not to be converted")
        }
    }
}

extension MediaFacts {
    /// Whether a profile makes a movie of an animation that is larger than iOS takes.
    fileprivate func becomesMovie(under profile: AttachmentProfile) -> Bool {
        kind == .gif && isAnimated && isOverCap && profile.animation == .movie && profile.rescue
    }

    /// Why a file that iOS would play is not published as it is.
    fileprivate var unpublishable: String {
        if let fault = deviceFaults.first { return fault.words }
        if let codec = unpublishedCodec { return "Not every push client plays \(codec) in \(kind.wordsForOne)" }
        return "Not every push client shows this type: \(kind.words)"
    }
}
