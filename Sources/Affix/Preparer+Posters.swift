internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Rulebook
internal import Workers

extension Preparer {
    /// Takes a picture from a movie and renders it as any other picture.
    func poster(
        of download: borrowing Download, _ facts: MediaFacts, for profile: AttachmentProfile, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        let (limits, budgets) = (configuration.limits, configuration.budgets)
        let recipe = try PosterRecipe(for: facts, profile: profile, limits: limits)
        let still = try await workers.still(of: download, by: recipe, within: budgets.renderPoster, until: deadline)
        let plan = try RenderPlan(for: still.facts, profile: PosterRecipe.profile(for: profile), limits: limits)
        let rendition = try await workers.render(
            still.download, facts: still.facts, by: plan, limits: limits, within: budgets.renderPicture, until: deadline
        )
        return rendition.noted { $0.steps.insert(still.words, at: 0) }
    }

    /// The poster of a movie of which nothing else can be made.
    ///
    /// - Parameter problem: why not; thrown again where the profile wants no poster, or where there is none.
    func substitute(
        for download: borrowing Download, _ facts: MediaFacts, after problem: PreparationError,
        for profile: AttachmentProfile, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        guard profile.movie == .poster, profile.rescue, facts.mediaClass == .movie, problem.leavesPoster else {
            throw problem
        }
        do throws(PreparationError) {
            let poster = try await poster(of: download, facts, for: profile, until: deadline)
            return poster.noted {
                $0.lost.insert("movie: \(problem.code); its poster is published in its place", at: 0)
            }
        } catch {
            throw problem.noting("no poster either: \(error.code)")
        }
    }
}

extension WorkerPool.Still {
    /// What was done, in words.
    fileprivate var words: String {
        let choice = isLively ? "the first that shows something" : "none of the first seconds shows more"
        return "frame \(number) of the movie taken: \(choice)"
    }
}

extension PreparationError {
    /// Whether a movie that ended so may still have a frame to show.
    fileprivate var leavesPoster: Bool {
        [.renderUnsupported, .renderCapUnreachable, .renderTimeout, .renderOutOfMemory].contains(code)
    }
}
