package import AttachmentModel

extension Verdict {
    /// Judges whether iOS would show a file as it is, and what affix would do with it under a profile.
    package init(on facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits) {
        var reasons = facts.deviceFaults.map { Reason($0.error, iosError: $0.iosError) }
        if let hopeless = facts.hopelessness(within: limits) {
            let iosError = facts.mediaClass == .foreign ? 101 : hopeless.code == .mediaTooManyPixels ? 102 : 105
            reasons.removeAll { $0.iosError == iosError }
            reasons.insert(Reason(hopeless, iosError: iosError), at: 0)
            self.init(answer: .refused, reasons: reasons)
        } else {
            do throws(PreparationError) {
                let plan = try RenderPlan(for: facts, profile: profile, limits: limits)
                self.init(
                    answer: reasons.isEmpty ? .attachable : .needsWork, work: plan.work(on: facts), reasons: reasons)
            } catch {
                // What the device would log stays the first reason; that nothing is converted is a further one.
                if error.code == .renderUnsupported, !reasons.isEmpty {
                    reasons.append(
                        Reason(PreparationError(.renderUnsupported), iosError: reasons.last?.iosError ?? 101))
                }
                self.init(answer: reasons.isEmpty ? .attachable : .refused, reasons: reasons)
            }
        }
    }
}

extension RenderPlan {
    /// What the plan does to the file, in order.
    fileprivate func work(on facts: MediaFacts) -> [Verdict.Work] {
        var work: [Verdict.Work] = []
        if crop != nil { work.append(.crop) }
        switch path {
        case .pass: return []
        case .picture(let recipe): if recipe.isShrinking { work.append(.shrink) }
        case .animation(let recipe): if recipe.still.isShrinking { work.append(.shrink) }
        }
        if !facts.deviceFaults.isEmpty { work.append(.reencode) }
        if !facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .colourProfile]) { work.append(.strip) }
        return work
    }
}
