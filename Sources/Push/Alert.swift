extension APS {
    /// The texts of an alert, each given or named by a key of the app's own translations.
    public struct Alert: Hashable, Sendable {
        /// The first line.
        public var title: String?
        /// The second line.
        public var subtitle: String?
        /// The message.
        public var body: String?
        /// The picture or storyboard shown while the app starts.
        public var launchImage: String?
        /// The title's key in the app's translations.
        public var titleKey: String?
        /// What replaces the placeholders of the title.
        public var titleArguments: [String] = []
        /// The subtitle's key in the app's translations.
        public var subtitleKey: String?
        /// What replaces the placeholders of the subtitle.
        public var subtitleArguments: [String] = []
        /// The body's key in the app's translations.
        public var bodyKey: String?
        /// What replaces the placeholders of the body.
        public var bodyArguments: [String] = []
        /// The label of its button in Safari.
        public var action: String?
        /// What older systems add to the summary of its group.
        public var summaryArgument: String?
        /// How many things it stands for in that summary.
        public var summaryCount: Int?

        /// Makes an alert.
        public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title
            self.subtitle = subtitle
            self.body = body
        }

        /// Whether there is something to read, which it takes for a service extension to run.
        public var isReadable: Bool {
            [title, subtitle, body, titleKey, subtitleKey, bodyKey].contains { $0?.isEmpty == false }
        }
    }
}

extension APS.Alert {
    /// Reads a text, which is the body, or a dictionary; what has another form is left out.
    init(_ json: JSONValue) {
        self.init(title: json["title"]?.text, subtitle: json["subtitle"]?.text, body: json["body"]?.text ?? json.text)
        launchImage = json["launch-image"]?.text
        titleKey = json["title-loc-key"]?.text
        titleArguments = json["title-loc-args"]?.elements?.compactMap(\.text) ?? []
        subtitleKey = json["subtitle-loc-key"]?.text
        subtitleArguments = json["subtitle-loc-args"]?.elements?.compactMap(\.text) ?? []
        bodyKey = json["loc-key"]?.text
        bodyArguments = json["loc-args"]?.elements?.compactMap(\.text) ?? []
        action = json["action"]?.text
        summaryArgument = json["summary-arg"]?.text
        summaryCount = json["summary-arg-count"]?.wholeNumber
    }

    /// The dictionary, without what is not there.
    var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append(JSONValue.Member(key, .string(text))) }
        }
        func add(_ key: String, _ texts: [String]) {
            if !texts.isEmpty { members.append(JSONValue.Member(key, .array(texts.map(JSONValue.string)))) }
        }
        add("title", title)
        add("title-loc-key", titleKey)
        add("title-loc-args", titleArguments)
        add("subtitle", subtitle)
        add("subtitle-loc-key", subtitleKey)
        add("subtitle-loc-args", subtitleArguments)
        add("body", body)
        add("loc-key", bodyKey)
        add("loc-args", bodyArguments)
        add("launch-image", launchImage)
        add("action", action)
        add("summary-arg", summaryArgument)
        if let summaryCount { members.append(JSONValue.Member("summary-arg-count", .integer(summaryCount))) }
        return .object(members)
    }
}
