extension APS {
    /// Reads a dictionary; what has another form than Apple defines is left out, so judge it first.
    init(_ json: JSONValue) {
        alert = json["alert"].map(Alert.init)
        badge = json["badge"]?.wholeNumber
        sound = json["sound"].flatMap(Sound.init)
        threadID = json["thread-id"]?.text
        category = json["category"]?.text
        isContentAvailable = json["content-available"]?.wholeNumber == 1
        isMutable = json["mutable-content"]?.wholeNumber == 1
        targetContentID = json["target-content-id"]?.text
        interruptionLevel = json["interruption-level"]?.text.flatMap(InterruptionLevel.init)
        relevanceScore = json["relevance-score"]?.decimal
        filterCriteria = json["filter-criteria"]?.text
        urlArguments = json["url-args"]?.elements?.compactMap(\.text)
        activity.timestamp = json["timestamp"]?.wholeNumber
        activity.event = json["event"]?.text
        activity.contentState = json["content-state"]
        activity.staleDate = json["stale-date"]?.wholeNumber
        activity.dismissalDate = json["dismissal-date"]?.wholeNumber
        activity.attributesType = json["attributes-type"]?.text
        activity.attributes = json["attributes"]
    }

    /// The dictionary, without what is not there.
    var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(key, value)) }
        }
        add("alert", alert?.json)
        add("badge", badge.map(JSONValue.integer))
        add("sound", sound?.json)
        add("thread-id", threadID.map(JSONValue.string))
        add("category", category.map(JSONValue.string))
        add("content-available", isContentAvailable ? .integer(1) : nil)
        add("mutable-content", isMutable ? .integer(1) : nil)
        add("target-content-id", targetContentID.map(JSONValue.string))
        add("interruption-level", interruptionLevel.map { .string($0.rawValue) })
        add("relevance-score", relevanceScore.map(JSONValue.double))
        add("filter-criteria", filterCriteria.map(JSONValue.string))
        add("url-args", urlArguments.map { .array($0.map(JSONValue.string)) })
        add("timestamp", activity.timestamp.map(JSONValue.integer))
        add("event", activity.event.map(JSONValue.string))
        add("content-state", activity.contentState)
        add("stale-date", activity.staleDate.map(JSONValue.integer))
        add("dismissal-date", activity.dismissalDate.map(JSONValue.integer))
        add("attributes-type", activity.attributesType.map(JSONValue.string))
        add("attributes", activity.attributes)
        return .object(members)
    }
}

extension APS.Sound {
    fileprivate init?(_ json: JSONValue) {
        if let name = json.text {
            self = .named(name)
        } else if let name = json["name"]?.text {
            self =
                json["critical"]?.wholeNumber == 1
                ? .critical(name: name, volume: json["volume"]?.decimal ?? 1) : .named(name)
        } else {
            return nil
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .named(let name): .string(name)
        case .critical(let name, let volume):
            .object([
                .init("critical", .integer(1)), .init("name", .string(name)), .init("volume", .double(volume)),
            ])
        }
    }
}
