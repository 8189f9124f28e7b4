extension ReportItem.Group {
    /// What the group is called.
    var title: String {
        switch self {
        case .refused: "Refused"
        case .failed: "To be tried again"
        case .remarked: "Look at these"
        case .ready: "Ready"
        case .needsWork: "To be made fit"
        case .attachable: "Fit as they are"
        }
    }

    /// What that means for a campaign.
    var lead: String {
        switch self {
        case .refused:
            "A push with one of these would show no picture. Somebody has to put them right, or leave them out."
        case .failed: "They failed for a reason that may pass. Running the same command again tries them again."
        case .remarked: "They are published and a phone will show them, but not quite as you may expect."
        case .ready: "They are published, and a phone will show them."
        case .needsWork: "Only looked at: iOS would not show them as they are, and affix can make them fit."
        case .attachable: "Only looked at: iOS would show them as they are."
        }
    }
}
