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
            let work = Self.work(on: facts, profile: profile)
            self.init(answer: reasons.isEmpty ? .attachable : .needsWork, work: work, reasons: reasons)
        }
    }

    /// What affix does to make the file fit the profile and the publishing contract.
    private static func work(on facts: MediaFacts, profile: AttachmentProfile) -> [Work] {
        var work: [Work] = []
        switch facts.mediaClass {
        case .image:
            if let width = facts.width, let height = facts.height {
                let fit = PictureFit(width: width, height: height, profile: profile)
                if fit.isCropping { work.append(.crop) }
                if fit.isShrinking { work.append(.shrink) }
            }
            if !Rulebook.shows(facts.kind) || !facts.deviceFaults.isEmpty { work.append(.reencode) }
        case .movie:
            if [.mov, .m4v, .threeGP].contains(facts.kind) || facts.traits.contains(.moovLast) { work.append(.remux) }
            if [.matroska, .avi, .mpeg].contains(facts.kind) { work.append(.transcode) }
        case .audio:
            if !Rulebook.shows(facts.kind) || !facts.deviceFaults.isEmpty { work.append(.transcode) }
        case .foreign: break
        }
        if !facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .coverArt]) { work.append(.strip) }
        return work
    }
}
