internal import AttachmentModel
internal import Handover
internal import Signatures

/// Takes a source's bytes in and holds them to the limit of what they turn out to be.
package struct Intake: ~Copyable, Sendable {
    private let limits: SourceLimits
    /// What a web page in place of media is told by; a caller's own bytes are left for recognition to refuse.
    private let refusal: WrongKind?
    private var spool: Spool
    private var head: [UInt8] = []
    private var kind: MediaKind?
    /// The size that was announced and must fit as well.
    private let announced: Int

    init(
        _ limits: SourceLimits, in room: SpoolRoom, announced: Int = 0, refusing refusal: WrongKind? = nil
    ) throws(PreparationError) {
        self.limits = limits
        self.refusal = refusal
        self.announced = announced
        try Self.check(announced, limits.most)
        spool = try Spool(in: room, expecting: announced)
    }

    var count: Int { spool.count }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) {
        if kind == nil {
            if head.isEmpty && bytes.count >= Signature.headLength {
                // Mostly the first piece is large enough, and need not be kept.
                kind = try named(by: unsafe bytes.bindMemory(to: UInt8.self).span)
            } else {
                unsafe head.append(contentsOf: bytes)
                if head.count >= Signature.headLength {
                    kind = try named(by: head.span)
                    head = []
                }
            }
        }
        try Self.check(spool.count + bytes.count, limit)
        try unsafe spool.append(bytes)
    }

    /// What the first bytes announce; `nil` while too few have come.
    var namedKind: MediaKind? { kind }

    /// Hands over what came of a file that is not taken whole.
    consuming func finishExcerpt(of count: Int) throws(PreparationError) -> Excerpt {
        try spool.finishExcerpt(of: count)
    }

    consuming func finish(origin: OriginReport? = nil, attempts: Int = 0) throws(PreparationError) -> Download {
        guard spool.count > 0 else { throw PreparationError(.mediaEmpty) }
        if kind == nil { kind = try named(by: head.span) }
        return spool.finish(origin: origin, attempts: attempts)
    }

    /// What the first bytes announce: it decides the limit, or that this is over.
    private func named(by head: borrowing Span<UInt8>) throws(PreparationError) -> MediaKind {
        let named = Signature.kind(of: head)
        try refusal?.check(named, head: head)
        try Self.check(max(announced, spool.count), limits.bytes(for: named.mediaClass))
        return named
    }

    private var limit: Int {
        limits.bytes(for: kind?.mediaClass ?? .foreign)
    }

    private static func check(_ count: Int, _ limit: Int) throws(PreparationError) {
        guard count > limit else { return }
        throw PreparationError(.fetchTooLarge, "The file has more than \(limit) bytes, the most that is fetched")
    }
}

extension SourceLimits {
    /// The largest of the limits: beyond it no class can save a file.
    var most: Int { [image, movie, audio, unnamed].reduce(0, max) }
}
