internal import Affix
internal import AttachmentModel
internal import Push

/// One attachment as a request asks for it.
struct AttachmentOrder: Decodable, Sendable {
    /// What the caller gets when there is no attachment to be had.
    enum OnFailure: Sendable {
        /// The problem, with its status.
        case problem
        /// A receipt without an attachment, which names the problem: the push goes out as text.
        case textOnly
        /// Something else in its place.
        case substitute(Substitute)
    }

    /// What may stand in for an attachment that is not to be had.
    enum Substitute: Sendable {
        /// Another source, which is prepared.
        case source(MediaSource)
        /// A file that was published here, by its digest.
        case published(String)
    }

    /// Answers are promised within this, unless the request says otherwise.
    static let usualDeadline = Duration.seconds(15)

    let source: MediaSource
    let profile: AttachmentProfile
    let variants: [VariantRequest]
    /// How long the caller waits.
    var deadline: Duration
    let onFailure: OnFailure
    let id: String?
    /// The payload to compose around it, without its media.
    let payload: PushMessage?
    /// Whom to tell of the end of the job that it becomes.
    let callback: String?

    private enum Member: String, CodingKey, CaseIterable {
        case source, profile, variants, id, payload, callback
        case deadline = "deadline_ms"
        case onFailure = "on_failure"
    }

    static let names = Member.allCases.map(\.rawValue)

    init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(except: Self.names, butNull: AttachmentOrders.names)
        let members = try decoder.container(keyedBy: Member.self)
        source = try Self.source(try members.decode(String.self, forKey: .source))
        profile = try members.decodeIfPresent(ProfileOrder.self, forKey: .profile)?.profile ?? .push
        variants = try Self.checked(
            variants: try members.decodeIfPresent([VariantOrder].self, forKey: .variants)?.map(\.variant) ?? [])
        deadline = try Self.deadline(try members.decodeIfPresent(Int.self, forKey: .deadline))
        onFailure = try members.decodeIfPresent(OnFailure.self, forKey: .onFailure) ?? .problem
        id = try Self.checked(id: try members.decodeIfPresent(String.self, forKey: .id))
        payload = try members.decodeIfPresent(PayloadOrder.self, forKey: .payload)?.message
        callback = try Self.checked(callback: try members.decodeIfPresent(String.self, forKey: .callback))
    }

    /// An order that was read already.
    init(
        source: MediaSource, profile: AttachmentProfile, variants: [VariantRequest] = [],
        deadline: Duration = usualDeadline, onFailure: OnFailure = .problem, id: String? = nil
    ) {
        self.source = source
        self.profile = profile
        self.variants = variants
        self.deadline = deadline
        self.onFailure = onFailure
        self.id = id
        payload = nil
        callback = nil
    }

    static func checked(variants: [VariantRequest]) throws(RequestFault) -> [VariantRequest] {
        guard variants.count <= 8 else { throw RequestFault(.malformed, "There are more than 8 variants") }
        return variants
    }

    static func deadline(_ milliseconds: Int?) throws(RequestFault) -> Duration {
        guard (100...120_000).contains(milliseconds ?? 100) else {
            throw RequestFault(.malformed, "deadline_ms must be from 100 to 120000")
        }
        return milliseconds.map { .milliseconds($0) } ?? usualDeadline
    }

    static func checked(id: String?) throws(RequestFault) -> String? {
        guard id?.utf8.count ?? 0 <= 200 else { throw RequestFault(.malformed, "id has more than 200 bytes") }
        return id
    }

    static func checked(callback: String?) throws(RequestFault) -> String? {
        guard let callback else { return nil }
        guard ["https://", "http://"].contains(where: { callback.lowercased().hasPrefix($0) }) else {
            throw RequestFault(.malformed, "callback must be an https URL")
        }
        return callback
    }

    /// Reads a source; a stranger's request names no file of this machine.
    static func source(_ text: String) throws(RequestFault) -> MediaSource {
        guard let source = remote(text) else {
            throw RequestFault(.malformed, "source must be an http, https, s3 or data URL")
        }
        return source
    }

    fileprivate static func remote(_ text: String) -> MediaSource? {
        let source = MediaSource(text)
        return switch source {
        case .link, .data: source
        case .file, .standardInput, .bytes, .held: nil
        }
    }

    /// The same for the line that prepares it.
    func request(within time: Duration) -> AttachmentRequest {
        AttachmentRequest(source, profile: profile, variants: variants, timeout: time, id: id)
    }
}

extension AttachmentOrder.OnFailure: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case substitute }

    private static let unknown = RequestFault(
        .malformed, "on_failure must be problem, text-only or an object with a substitute")

    init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            switch word {
            case "problem": self = .problem
            case "text-only": self = .textOnly
            default: throw Self.unknown
            }
            return
        }
        guard let members = try? decoder.container(keyedBy: Member.self) else { throw Self.unknown }
        try decoder.refuseMembers(except: Member.allCases.map(\.rawValue))
        let text = try members.decode(String.self, forKey: .substitute)
        if let digest = Preparer.digest(text) {
            self = .substitute(.published(digest))
        } else if let source = AttachmentOrder.remote(text) {
            self = .substitute(.source(source))
        } else {
            throw RequestFault(
                .malformed,
                "on_failure.substitute must be a URL as source is, or the digest of a published file, 64 hexadecimal digits"
            )
        }
    }
}
