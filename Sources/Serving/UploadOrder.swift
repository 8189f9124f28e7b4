internal import AttachmentModel
internal import HTTPServer

/// What a request that brings its media along asks for, in its query.
struct UploadOrder: Sendable {
    private enum Name: String, CaseIterable {
        case profile, variants, id
        case deadline = "deadline_ms"
        case onFailure = "on_failure"
        case keepOriginal = "keep_original"
    }

    /// The order, once there is a source.
    let order: @Sendable (MediaSource) -> AttachmentOrder
    /// Whether the upload is kept unchanged besides.
    let keepsOriginal: Bool

    /// Reads the query of a head: names and values mean what they mean in an order; a profile may be given as its JSON.
    ///
    /// - Parameter inspects: whether the file is only judged, so that few of them have a meaning.
    init(_ head: RequestHead, inspects: Bool = false) throws(RequestFault) {
        let known: [Name] = inspects ? [.profile, .deadline] : Name.allCases
        let query = try Query(of: head, known: known.map(\.rawValue))
        let profile = try query[Name.profile].map(ProfileOrder.read) ?? .push
        let variants = try Self.variants(query[Name.variants])
        let deadline = try AttachmentOrder.deadline(try query[Name.deadline].map(Self.number))
        let id = try AttachmentOrder.checked(id: query[Name.id])
        let onFailure: AttachmentOrder.OnFailure
        switch query[Name.onFailure] {
        case nil, "problem": onFailure = .problem
        case "text-only": onFailure = .textOnly
        default: throw RequestFault(.malformed, "on_failure of an upload is problem or text-only")
        }
        switch query[Name.keepOriginal] {
        case nil, "false": keepsOriginal = false
        case "true": keepsOriginal = true
        default: throw RequestFault(.malformed, "keep_original is true or false")
        }
        order = { source in
            AttachmentOrder(
                source: source, profile: profile, variants: variants, deadline: deadline, onFailure: onFailure, id: id)
        }
    }

    /// Names with commas between them, or a list in JSON.
    private static func variants(_ text: String?) throws(RequestFault) -> [VariantRequest] {
        guard let text, !text.isEmpty else { return [] }
        var variants: [VariantRequest] = []
        if text.hasPrefix("[") {
            variants = try JSON.value([VariantOrder].self, from: Array(text.utf8), called: "variants").map(\.variant)
        } else {
            for name in text.split(separator: ",") { variants.append(try VariantOrder.read(String(name))) }
        }
        return try AttachmentOrder.checked(variants: variants)
    }

    private static func number(_ text: String) throws(RequestFault) -> Int {
        guard let number = Int(text) else {
            throw RequestFault(.malformed, "deadline_ms must be a whole number of milliseconds")
        }
        return number
    }
}

extension Query {
    fileprivate subscript(name: some RawRepresentable<String>) -> String? { first(name.rawValue) }
}
