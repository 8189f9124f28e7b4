/// A name that Apple defines under `aps`, and what may stand under it.
struct APSKey: Sendable {
    /// What may stand under a name.
    enum Form: Sendable {
        case text
        /// One of these words.
        case word([String])
        /// A whole number from 0.
        case count
        /// The number 1, or not there at all.
        case one
        /// A number from 0 to 1.
        case share
        case number
        case object
        case alert
        case sound
        case texts
    }

    let name: String
    let form: Form

    /// What stands under `aps`.
    static let all: [APSKey] =
        [
            APSKey(name: "alert", form: .alert),
            APSKey(name: "badge", form: .count),
            APSKey(name: "sound", form: .sound),
            APSKey(name: "thread-id", form: .text),
            APSKey(name: "category", form: .text),
            APSKey(name: "content-available", form: .one),
            APSKey(name: "mutable-content", form: .one),
            APSKey(name: "target-content-id", form: .text),
            APSKey(name: "interruption-level", form: .word(APS.InterruptionLevel.allCases.map(\.rawValue))),
            // Live Activities may rank by any number.
            APSKey(name: "relevance-score", form: .number),
            APSKey(name: "filter-criteria", form: .text),
            // What opens on a click in Safari.
            APSKey(name: "url-args", form: .texts),
        ] + activity

    /// What only updates of Live Activities carry.
    static let activity: [APSKey] = [
        APSKey(name: "timestamp", form: .count),
        APSKey(name: "event", form: .word(["start", "update", "end"])),
        APSKey(name: "content-state", form: .object),
        APSKey(name: "stale-date", form: .count),
        APSKey(name: "dismissal-date", form: .count),
        APSKey(name: "attributes-type", form: .text),
        APSKey(name: "attributes", form: .object),
    ]

    /// What stands under `alert`.
    static let alert: [APSKey] = [
        APSKey(name: "title", form: .text), APSKey(name: "subtitle", form: .text), APSKey(name: "body", form: .text),
        APSKey(name: "launch-image", form: .text),
        APSKey(name: "title-loc-key", form: .text), APSKey(name: "title-loc-args", form: .texts),
        APSKey(name: "subtitle-loc-key", form: .text), APSKey(name: "subtitle-loc-args", form: .texts),
        APSKey(name: "loc-key", form: .text), APSKey(name: "loc-args", form: .texts),
        // The button of an alert in Safari, and what older systems count in a summary.
        APSKey(name: "action", form: .text),
        APSKey(name: "summary-arg", form: .text), APSKey(name: "summary-arg-count", form: .count),
    ]

    /// What stands under `sound` when it is a dictionary.
    static let sound: [APSKey] = [
        APSKey(name: "critical", form: .one), APSKey(name: "name", form: .text), APSKey(name: "volume", form: .share),
    ]
}
