internal import AttachmentModel

/// A source that is only to be judged, as a request names it: what would matter to an attachment alone is refused.
struct InspectionOrder: Decodable, Sendable {
    let source: MediaSource
    let profile: AttachmentProfile
    /// How long the caller waits.
    let deadline: Duration

    private enum Member: String, CodingKey, CaseIterable {
        case source, profile
        case deadline = "deadline_ms"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(
            except: Member.allCases.map(\.rawValue), butNull: AttachmentOrder.names + AttachmentOrders.names)
        let members = try decoder.container(keyedBy: Member.self)
        source = try AttachmentOrder.source(try members.decode(String.self, forKey: .source))
        profile = try members.decodeIfPresent(ProfileOrder.self, forKey: .profile)?.profile ?? .push
        deadline = try AttachmentOrder.deadline(try members.decodeIfPresent(Int.self, forKey: .deadline))
    }

    var request: AttachmentRequest { AttachmentRequest(source, profile: profile, timeout: deadline) }
}
