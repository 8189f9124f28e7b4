internal import FoundationEssentials

extension Job {
    /// The job as its caller sees it; the outcome is JSON already and goes in as it is.
    var json: String {
        let ended = endedAt.map { "\"\(Self.time($0))\"" } ?? "null"
        let state = endedAt == nil ? "waiting" : "done"
        return """
            {"attachment":\(attachment ?? "null"),"ended_at":\(ended),"id":"\(id)","made_at":"\(Self.time(madeAt))",\
            "state":"\(state)"}
            """
    }

    private static func time(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
