package import AttachmentModel

extension Verdict {
    /// Judges whether iOS would show a file as it is, and what affix would do with it under a profile.
    package init(on facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits) {
        var reasons = facts.deviceFaults.map { Reason($0.error, iosError: $0.iosError) }
        if let hopeless = facts.hopelessness(within: limits) {
            let iosError = Self.iosError(of: hopeless.code)
            reasons.removeAll { $0.iosError == iosError }
            reasons.insert(Reason(hopeless, iosError: iosError), at: 0)
            self.init(answer: .refused, reasons: reasons)
            return
        }
        do throws(PreparationError) {
            let plan = try RenderPlan(for: facts, profile: profile, limits: limits)
            self.init(answer: reasons.isEmpty ? .attachable : .needsWork, work: plan.work(on: facts), reasons: reasons)
        } catch {
            // What the device would log stays the first reason; that nothing is converted is a further one.
            // Where the device would log nothing, what is not published has its own words.
            let reason = reasons.isEmpty ? error : PreparationError(.renderUnsupported)
            if reasons.isEmpty || error.code == .renderUnsupported { reasons.append(Reason(reason, iosError: nil)) }
            self.init(answer: .refused, work: facts.neededWork, reasons: reasons)
        }
    }

    /// What the device logs for a file that nothing can be made of; affix's own bounds are none of its business.
    private static func iosError(of code: PreparationError.Code) -> Int? {
        switch code {
        case .mediaUnsupportedType: 101
        case .mediaEmpty, .mediaCorrupt, .mediaTruncated, .mediaNoDuration, .mediaNoPicture, .mediaEncrypted: 105
        default: nil
        }
    }
}

extension RenderPlan {
    /// What the plan does to the file, in order.
    fileprivate func work(on facts: MediaFacts) -> [Verdict.Work] {
        let fit: PictureFit
        var isMended = false
        var isEncoded = !facts.deviceFaults.isEmpty
        switch path {
        case .pass: return []
        case .copy: return [.strip]
        case .remux(let recipe): return recipe.work(on: facts)
        case .picture(let recipe):
            fit = recipe.fit
            // What is converted is not stripped by copying.
            if !fit.isCropping, !fit.isShrinking, !recipe.mayCopy { isEncoded = true }
            isMended = recipe.mayCopy && !Set(facts.warnings).isDisjoint(with: [.endMissing, .jpegWithoutJFIF])
        case .animation(let recipe): fit = recipe.fit
        case .transcode(let recipe) where recipe.isCopyingAll: return [.remux]
        case .transcode(let recipe): return (recipe.isTrimming ? [.trim] : []) + [.transcode]
        }
        var work: [Verdict.Work] = []
        if fit.isCropping { work.append(.crop) }
        if fit.isShrinking { work.append(.shrink) }
        if isEncoded { work.append(.reencode) }
        if !facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .colourProfile]) { work.append(.strip) }
        if !work.isEmpty { return work }
        // Only its frame is mended; or it is turned upright, in fewer bits, under the goal.
        return [isMended ? .remux : .reencode]
    }
}
