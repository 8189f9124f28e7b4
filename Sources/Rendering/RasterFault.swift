internal import AttachmentModel
internal import CVips

/// What libvips said when it failed.
struct RasterFault: Error {
    enum Cause {
        /// libvips or a library below it could not go on.
        case library
        /// The decoder finds another size than the file says, as in a file of several pictures.
        case otherSize
        /// Every encoding is over the cap.
        case cap
    }

    let words: String
    var cause = Cause.library

    /// Takes libvips' last error, and clears it.
    static func last() -> RasterFault {
        left ?? RasterFault(words: "libvips gave no reason")
    }

    /// A complaint of libvips that did not make it fail, which is cleared; `nil` when there was none.
    static var left: RasterFault? {
        let words = unsafe String(cString: vips_error_buffer())
        forget()
        return words.split(separator: "\n").first.map { RasterFault(words: String($0)) }
    }

    /// Clears what earlier work left behind.
    static func forget() {
        vips_error_clear()
    }

    /// Whether rows of the picture are lost, by libjpeg's words; its other warnings are only oddities.
    var losesRows: Bool {
        let lower = words.lowercased()
        return ["premature end", "bad huffman code", "instead of rst"].contains { lower.contains($0) }
    }

    /// Words by which libvips and the libraries below it say that they do not read a variant.
    ///
    /// The last two are its TIFF loader's, of samples of other than whole bytes, and of floating point with 64 bits.
    private static let unsupported = [
        "unsupported", "not supported", "not implemented", "operation is blocked", "not a whole number of bytes",
        "samples out of range",
    ]

    /// The cause in our own terms.
    var problem: PreparationError {
        switch cause {
        case .library: break
        case .cap: return PreparationError(.renderCapUnreachable, detail: words)
        case .otherSize:
            return PreparationError(
                .renderUnsupported, "The picture decodes to another size than it says", detail: words)
        }
        let lower = words.lowercased()
        if lower.contains("out of memory") || lower.contains("unable to allocate") {
            return PreparationError(.renderOutOfMemory, detail: words)
        }
        if lower.contains("premature end") || lower.contains("truncat") || lower.contains("end of file") {
            return PreparationError(.mediaTruncated, detail: words)
        }
        if Self.unsupported.contains(where: lower.contains) {
            return PreparationError(
                .renderUnsupported, "This variant of the format cannot be decoded", detail: words)
        }
        return PreparationError(.mediaCorrupt, "The picture cannot be decoded", detail: words)
    }
}
