extension PayloadFault {
    /// What a payload can get wrong, by the word that programs go by.
    public enum Rule: String, Sendable, CaseIterable {
        // The document.
        case notJSON = "not-json"
        case notUTF8 = "not-utf8"
        case duplicateKey = "duplicate-key"
        case tooLarge = "too-large"
        // What Apple defines.
        case apsMissing = "aps-missing"
        case unknownInAPS = "unknown-in-aps"
        case numberAsText = "number-as-text"
        case wrongForm = "wrong-form"
        case notAllowed = "not-allowed"
        case alertMissing = "alert-missing"
        case mutableContentMissing = "mutable-content-missing"
        case mutableContentWrong = "mutable-content-wrong"
        case mutableContentMisplaced = "mutable-content-misplaced"
        // How it is sent.
        case backgroundWithAlert = "background-with-alert"
        case priorityMismatch = "priority-mismatch"
        case typeMismatch = "type-mismatch"
        case topicMismatch = "topic-mismatch"
        // The media.
        case mediaInAPS = "media-in-aps"
        case mediaEmpty = "media-empty"
        case urlInvalid = "url-invalid"
        case httpURL = "http-url"
        case extensionUnknown = "extension-unknown"
        case extensionLies = "extension-lies"
        case misleadingQuery = "misleading-query"
        case urlExpires = "url-expires"
        // What only fetching tells.
        case mediaUnreachable = "media-unreachable"
        case mediaNotShown = "media-not-shown"

        /// What to do about it, for people; no full stop.
        public var cure: String {
            switch self {
            case .notJSON: "Write it as one JSON object, by a program rather than by hand"
            case .notUTF8: "Write texts in UTF-8, and characters beyond U+FFFF as a whole pair of escapes"
            case .duplicateKey: "Keep one of them: which one a reader takes is chance"
            case .tooLarge: "Shorten the texts, or leave custom data out; affix payload --shorten does the former"
            case .apsMissing: "Put a dictionary under aps at the top"
            case .unknownInAPS: "Put names of your own beside aps: iOS hands those in it to nobody"
            case .numberAsText: "Write the number without quotes"
            case .wrongForm: "Use the form that Apple defines"
            case .notAllowed: "Use a value that Apple defines"
            case .alertMissing:
                "Give the alert a title, subtitle or body: without one nothing shows, and no extension runs"
            case .mutableContentMissing: "Add \"mutable-content\": 1 to aps: without it no extension runs"
            case .mutableContentWrong: "Write \"mutable-content\": 1, the number, or leave it out"
            case .mutableContentMisplaced: "Move it into aps"
            case .backgroundWithAlert: "Send it as alert, or leave nothing in aps but \"content-available\": 1"
            case .priorityMismatch: "Use priority 5 for background pushes, and 10, 5 or 1 for others"
            case .typeMismatch: "Make apns-push-type and payload agree"
            case .topicMismatch: "Use the topic that this push type demands"
            case .mediaInAPS: "Move it beside aps"
            case .mediaEmpty: "Leave the name out when there is no media"
            case .urlInvalid: "Use the whole https URL of the file at a public host, without a password"
            case .httpURL: "Use https: App Transport Security blocks http"
            case .extensionUnknown: "Let the path end in the file's true extension, as affix's URLs do"
            case .extensionLies: "Make the extension and the type say what the file is"
            case .misleadingQuery: "Take it out of the query: some clients name the file by it"
            case .urlExpires: "Use a URL that outlives the push, or an earlier apns-expiration"
            case .mediaUnreachable: "Make the URL answer anonymously with the file"
            case .mediaNotShown: "Prepare the file with affix prepare, and send the URL of its receipt"
            }
        }
    }
}
