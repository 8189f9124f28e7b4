internal import AttachmentModel

/// Decodes the body of an answer that came encoded although identity was asked for.
///
/// gzip and deflate only: these are what hosts send unasked. Anything else is `fetch-encoding`.
final class BodyDecoder {
    private var inflater: Inflater

    /// `nil` for a body that is sent as it is.
    init?(_ head: HTTPHead) throws(PreparationError) {
        let codings = head.encodings
        guard let coding = codings.first else { return nil }
        guard codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(coding) else {
            throw PreparationError(.fetchEncoding, "The answer is encoded in a way that was not asked for")
        }
        guard let inflater = Inflater(isGzip: coding != "deflate") else {
            throw PreparationError(.overloaded, "No memory is left for decoding an answer")
        }
        self.inflater = inflater
    }

    /// Whether the encoded form has ended by itself; what has no bytes at all is over too.
    var isAtEnd: Bool { inflater.isAtEnd || inflater.isUntouched }

    /// Decodes further bytes, piece by piece, so that whoever counts them can end it early.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws(PreparationError) -> Void
    ) throws(PreparationError) {
        guard try unsafe inflater.inflate(bytes, take) else {
            throw PreparationError(.fetchEncoding, "The encoded body is damaged")
        }
    }
}
