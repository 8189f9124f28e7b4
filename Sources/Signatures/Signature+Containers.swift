internal import AttachmentModel

extension Signature {
    /// Kinds that share a container and say which they are a few bytes in.
    static func containerKind(of head: Span<UInt8>) -> MediaKind? {
        if head.reads("RIFF") || head.reads("RF64") || head.reads("BW64") {
            if head.reads("WAVE", at: 8) { return .wav }
            if head.reads("WEBP", at: 8) { return .webp }
            if head.reads("AVI ", at: 8) { return .avi }
        }
        if head.reads("FORM"), head.reads("AIFF", at: 8) || head.reads("AIFC", at: 8) { return .aiff }
        if head.reads("ftyp", at: 4) { return brandedKind(of: head) }
        return isBareQuickTime(head) ? .mov : nil
    }

    /// The kind behind the brand of an ISO base media file.
    ///
    /// Whether a movie brand holds a movie only its tracks can tell.
    private static func brandedKind(of head: Span<UInt8>) -> MediaKind? {
        switch head.text(at: 8, count: 4) {
        case "qt  ": return .mov
        case "M4V ", "M4VH", "M4VP": return .m4v
        case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": return .m4a
        case "crx ": return nil  // Canon's raw pictures: nobody's media.
        case let brand?:
            if let still = stillKind(of: brand, among: compatibleBrands(of: head)) { return still }
            return brand.hasPrefix("3g") ? .threeGP : .mp4
        case nil: return head.count >= 12 ? .mp4 : nil
        }
    }

    /// Brands of files of items that say which codec it is, or leave that open (ISO/IEC 23008-12, AV1 Image File Format).
    private static let hevcBrands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "MiHB", "MiHE",
    ]
    private static let av1Brands: Set<String> = ["avif", "avis", "avio", "MA1A", "MA1B"]
    private static let openBrands: Set<String> = [
        "mif1", "mif2", "msf1", "miaf", "1pic", "avci", "avcs", "jpeg", "jpgs", "j2ki", "j2is", "vvic", "vvis",
    ]

    /// What a brand for stills announces; `nil` for that of a movie, whatever else it is compatible with.
    ///
    /// A brand that is nobody's announces what it is compatible with.
    private static func stillKind(of brand: String, among compatible: [String]) -> MediaKind? {
        if hevcBrands.contains(brand) { return .heic }
        if av1Brands.contains(brand) { return .avif }
        let isOfMovies = ["iso", "mp4", "mp7", "avc1", "dash", "cmf", "MSNV", "3g", "F4", "f4", "M4", "ND"].contains(
            where: brand.hasPrefix)
        guard !isOfMovies else { return nil }
        let brands = openBrands.union(hevcBrands).union(av1Brands)
        guard openBrands.contains(brand) || compatible.contains(where: brands.contains) else { return nil }
        return compatible.contains(where: av1Brands.contains) ? .avif : .heic
    }

    private static func compatibleBrands(of head: Span<UInt8>) -> [String] {
        let end = min(Int(head.big(at: 0) ?? 0), head.count)
        return stride(from: 16, to: max(16, end), by: 4).compactMap { head.text(at: $0, count: 4) }
    }

    /// QuickTime before brands were invented: a file that begins with one of its other boxes.
    private static func isBareQuickTime(_ head: Span<UInt8>) -> Bool {
        guard let size = head.big(at: 0), let name = head.text(at: 4, count: 4) else { return false }
        // A larger size would begin with a printable character: text, then.
        guard size < 0x2000_0000, size <= 1 || size >= 8 else { return false }
        return ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(name)
    }
}
