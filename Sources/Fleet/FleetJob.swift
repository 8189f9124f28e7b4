package import AttachmentModel
package import Batching
internal import FoundationEssentials

/// One piece of work as it stands in the queue.
package struct FleetJob: Hashable, Sendable {
    /// Grows when an older machine could not do a newer job right.
    static let schema = 1
    /// What a message may hold by the servers' default, less what its headers take.
    static let mostBytes = 1_000_000

    /// The list it belongs to, in whose name it is answered.
    package let run: String
    package let source: MediaSource
    package let profile: AttachmentProfile
    package let variants: [VariantRequest]
    /// How long it may take.
    package let timeout: Duration
    /// Whether the source is only judged.
    package let isCheck: Bool

    package init(_ request: AttachmentRequest, run: String, isCheck: Bool) {
        self.run = run
        source = request.source
        profile = request.profile
        variants = request.variants
        timeout = request.timeout
        self.isCheck = isCheck
    }

    /// The request it stands for.
    package var request: AttachmentRequest {
        AttachmentRequest(source, profile: profile, variants: variants, timeout: timeout, copyPath: nil)
    }

    /// Names the work: the same in every run, so that equal work has equal names.
    package var name: Fingerprint {
        let content = FleetJob(request, run: "", isCheck: isCheck)
        return Fingerprint(of: String(decoding: content.encoded() ?? [], as: UTF8.self))
    }

    /// The message; `nil` for a source that another machine cannot open, such as standard input.
    func encoded() -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) }
    }

    /// Why a message cannot be worked on here.
    enum Unreadable: Error, Hashable {
        /// A later version of affix has written it: another machine may know what to do.
        case newer
        case nonsense
    }

    /// Reads a message.
    init(message: [UInt8]) throws(Unreadable) {
        let decoder = JSONDecoder()
        guard let mark = try? decoder.decode(SchemaMark.self, from: Data(message)) else { throw .nonsense }
        guard mark.schema <= Self.schema else { throw .newer }
        guard let job = try? decoder.decode(FleetJob.self, from: Data(message)) else { throw .nonsense }
        self = job
    }
}

/// As much of a message as it takes to know whether the rest can be read.
struct SchemaMark: Decodable {
    let schema: Int
}

extension FleetJob: Codable {
    private enum CodingKeys: String, CodingKey { case schema, run, source, profile, variants, timeout, check }

    /// Reads what `encode(to:)` wrote; numbers are checked, as anyone who may write to the queue may have written them.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        run = try values.decode(String.self, forKey: .run)
        source = MediaSource(try values.decode(String.self, forKey: .source))
        profile = try values.decode(AttachmentProfile.self, forKey: .profile)
        variants = try values.decodeIfPresent([VariantRequest].self, forKey: .variants) ?? []
        let milliseconds = try values.decode(Int.self, forKey: .timeout)
        guard (1...3_600_000).contains(milliseconds), QueueLayout(run) != nil, source != .standardInput else {
            throw DecodingError.dataCorruptedError(forKey: .timeout, in: values, debugDescription: "out of range")
        }
        timeout = .milliseconds(milliseconds)
        isCheck = try values.decode(Bool.self, forKey: .check)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.schema, forKey: .schema)
        try values.encode(run, forKey: .run)
        guard let word = source.word else {
            throw EncodingError.invalidValue(source, .init(codingPath: [CodingKeys.source], debugDescription: "local"))
        }
        try values.encode(word, forKey: .source)
        try values.encode(profile, forKey: .profile)
        try values.encode(variants, forKey: .variants)
        let (seconds, attoseconds) = timeout.components
        try values.encode(Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), forKey: .timeout)
        try values.encode(isCheck, forKey: .check)
    }
}

extension MediaSource {
    /// What reads as this source on every machine: a path is written from the root of the file system.
    fileprivate var word: String? {
        switch self {
        case .link(let link), .data(let link): link
        case .file(let path):
            // Two slashes at the beginning would read as a link.
            path.hasPrefix("/")
                ? "/" + path.drop { $0 == "/" } : FileManager.default.currentDirectoryPath + "/" + path
        case .standardInput, .bytes, .held: nil
        }
    }
}
