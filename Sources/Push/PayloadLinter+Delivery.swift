// Whether a payload fits to how it is sent; of what is not known nothing is said.
extension PayloadLinter {
    func judgeDelivery(of aps: JSONValue, hasMedia: Bool, into faults: inout FaultList) {
        let place = JSONPointer(tokens: ["aps"])
        let isActivity = delivery.type == .liveactivity || delivery.isBroadcast
        if let priority = delivery.priority {
            if ![1, 5, 10].contains(priority) {
                faults.add(.priorityMismatch, at: place, "APNs knows the priorities 10, 5 and 1, not \(priority)")
            } else if delivery.type == .background, priority != 5 {
                faults.add(.priorityMismatch, at: place, "A background push has priority 5, not \(priority)")
            }
        }
        if let topic = delivery.topic, let type = delivery.type { judge(topic, of: type, into: &faults) }
        if hasMedia, delivery.type?.showsMedia == false || isActivity {
            let name = delivery.type?.rawValue ?? "broadcast"
            faults.add(
                .typeMismatch, at: place, "A push of type \(name) shows no media: no service extension runs for it")
        }
        switch delivery.type {
        case .background: judgeBackground(aps, into: &faults)
        case .alert:
            if !["alert", "badge", "sound"].contains(where: { aps[$0] != nil }) {
                faults.add(.typeMismatch, at: place, "A push of type alert has an alert, a badge or a sound")
            }
        default: break
        }
        judgeActivity(aps, isActivity: isActivity, hasMedia: hasMedia, into: &faults)
    }

    private func judgeBackground(_ aps: JSONValue, into faults: inout FaultList) {
        let place = JSONPointer(tokens: ["aps"])
        for key in ["alert", "badge", "sound"] where aps[key] != nil {
            faults.add(.backgroundWithAlert, at: place.appending(key), "A background push has no \(key)")
        }
        if aps["content-available"]?.wholeNumber != 1 {
            faults.add(
                .typeMismatch, at: place.appending("content-available"), "A background push has content-available 1")
        }
    }

    private func judgeActivity(_ aps: JSONValue, isActivity: Bool, hasMedia: Bool, into faults: inout FaultList) {
        let place = JSONPointer(tokens: ["aps"])
        if isActivity {
            for key in ["timestamp", "event", "content-state"] where aps[key] == nil {
                faults.add(.typeMismatch, at: place.appending(key), "An update of a Live Activity has a \(key)")
            }
            // What starts one makes it by these, and tells of it; an update has neither type nor attributes to bring.
            if aps["event"]?.text == "start" {
                for key in ["attributes-type", "attributes"] where aps[key] == nil {
                    faults.add(.typeMismatch, at: place.appending(key), "What starts a Live Activity has \(key)")
                }
                if aps["alert"].map({ APS.Alert($0).isReadable }) != true {
                    faults.add(
                        .alertMissing, at: place.appending("alert"),
                        "What starts a Live Activity has an alert with a title or a body")
                }
            }
            return
        }
        // Without a type only the mixture is certain to be wrong.
        guard delivery.type != nil || hasMedia else { return }
        for key in APSKey.activity where aps[key.name] != nil {
            faults.add(
                .typeMismatch, at: place.appending(key.name), "\(key.name) belongs to a push of type liveactivity")
        }
    }

    private func judge(_ topic: String, of type: PushType, into faults: inout FaultList) {
        let suffixes = PushType.allCases.compactMap(\.topicSuffix)
        if let suffix = type.topicSuffix {
            guard !topic.hasSuffix(suffix) else { return }
            faults.add(
                .topicMismatch, at: JSONPointer(), "The topic of a push of type \(type.rawValue) ends in \(suffix)")
        } else if let suffix = suffixes.first(where: topic.hasSuffix) {
            faults.add(
                .topicMismatch, at: JSONPointer(),
                "The topic of a push of type \(type.rawValue) does not end in \(suffix)")
        }
    }
}
