internal import AttachmentModel
internal import Handover
internal import Rulebook

/// Takes a picture from its coded bytes to the pixels of the result: 8-bit grey or sRGB, upright, shown part only.
///
/// The order makes the work small: the decoder shrinks, only the shown part is resized, and colours are converted last,
/// on the few pixels that are left. Equal colours stay equal under any of these, so the order is not seen.
struct PictureShaper {
    let recipe: PictureRecipe
    private(set) var report = RenderReport()
    /// The part of the upright source that is shown; where that depends on pixels, known once they were shaped.
    private(set) var shown: PixelBox

    init(_ recipe: PictureRecipe) {
        self.recipe = recipe
        shown = recipe.fit.box
    }

    private var fit: PictureFit { recipe.fit }

    /// The pixels of the result.
    mutating func shape(_ media: MappedMedia) throws(RasterFault) -> Raster {
        let isWholeNeeded = fit.gravity.dependsOnPixels
        var picture = try Strictness.decoding { (strictness) throws(RasterFault) in
            // The oddity may have hidden what follows it: libvips passes on only the first complaint.
            if strictness == .error, recipe.kind == .jpeg { try JPEGSurvey(of: media).insistOnRows() }
            RasterFault.forget()
            let picture = try resizedAsStored(media, strictness, whole: isWholeNeeded).evaluated()
            // libvips looks for complaints before each strip of rows: one about the last strip is left lying.
            if recipe.kind == .jpeg, let complaint = RasterFault.left, complaint.losesRows { throw complaint }
            return picture
        }
        picture = try picture.upright()
        let gamma = recipe.kind == .png ? try media.withCodedBytes(PNGGamma.found) : nil
        picture = try inScreenColours(picture, gamma).evaluated()
        if isWholeNeeded {
            picture = try picture.cropped(by: fit.gravity, width: fit.content.width, height: fit.content.height)
                .evaluated()
        }
        noteCrop(at: picture.origin)
        if fit.isShrinking || fit.isEnlarging {
            report.steps.append(
                "\(fit.isShrinking ? "shrunk" : "enlarged") to \(fit.content.width)x\(fit.content.height)")
        }
        if picture.hasAlpha, try !picture.isTransparent() { picture = try picture.withoutAlpha() }
        if picture.hasAlpha && recipe.format == .jpeg {
            picture = try picture.flattened(on: recipe.background).evaluated()
            report.lost.append("transparency: what shows through is \(recipe.background.text)")
        }
        if fit.isPadding { picture = try padded(picture) }
        return picture
    }

    /// The shown part at its new size, stored as the source is.
    private func resizedAsStored(
        _ media: MappedMedia, _ strictness: Strictness, whole: Bool
    ) throws(RasterFault) -> Raster {
        let shrink = decoderShrink
        var picture = try open(media, strictness, shrink: shrink)
        let orientation = picture.orientation
        try check(picture, orientation, shrink)

        let shown = whole ? PixelBox(width: fit.sourceWidth, height: fit.sourceHeight) : fit.box
        let stored = shown.stored(orientation: orientation, in: fit.sourceWidth, fit.sourceHeight)
        if stored.width < fit.sourceWidth || stored.height < fit.sourceHeight {
            let decoded = stored.shrunk(by: shrink, within: picture.width, picture.height)
            if decoded.width < picture.width || decoded.height < picture.height {
                try insistOnRest(media, strictness, endsAtBottom: decoded.y + decoded.height == picture.height)
                picture = try picture.cropped(to: decoded)
            }
        }
        // In the upright picture, from the part to its new size; then as stored.
        let across = Double(fit.content.width) / Double(fit.box.width)
        let down = Double(fit.content.height) / Double(fit.box.height)
        let isTurned = orientation >= 5
        return try picture.resized(
            by: (isTurned ? down : across) * Double(shrink), (isTurned ? across : down) * Double(shrink),
            to: whole
                ? nil : isTurned ? (fit.content.height, fit.content.width) : (fit.content.width, fit.content.height))
    }

    /// Fails when what is cropped away cannot be decoded: lost rows are the same refusal under each profile, and for
    /// `inspect`, whether they are shown or not.
    ///
    /// Decoders stop behind the last row that is shown, and libvips cannot take a picture up again that it has left: what
    /// can end early, or lies in tiles, is decoded once more. Of the other kinds a frame is decoded whole or not at all.
    private func insistOnRest(
        _ media: MappedMedia, _ strictness: Strictness, endsAtBottom: Bool
    ) throws(RasterFault) {
        switch recipe.kind {
        // In the second attempt that was done before.
        case .jpeg where !endsAtBottom && strictness == .warning: try JPEGSurvey(of: media).insistOnRows()
        case .png where !endsAtBottom:
            if let hasRows = PixelStream.hasRows(in: media) {
                if !hasRows { throw RasterFault(words: "truncated rows") }
            } else {
                try Raster.decode(media, options: recipe.kind.loaderOptions(strictness))
            }
        case .tiff:
            try Raster.decode(media, options: recipe.kind.loaderOptions(strictness))
        default: break
        }
    }

    private func open(
        _ media: MappedMedia, _ strictness: Strictness, shrink: Int
    ) throws(RasterFault) -> Raster {
        guard recipe.kind == .bmp else {
            return try Raster(opening: media, options: recipe.kind.loaderOptions(strictness, shrink: shrink))
        }
        return try Raster(bitmap: media, width: fit.sourceWidth, height: fit.sourceHeight)
    }

    /// By how much a JPEG's decoder may shrink: a power of two that leaves no less than the result.
    private var decoderShrink: Int {
        guard recipe.kind == .jpeg else { return 1 }
        return [8, 4, 2].first { shrink in
            fit.content.width * shrink <= fit.box.width && fit.content.height * shrink <= fit.box.height
        } ?? 1
    }

    /// What the facts said the decoder must find, or the plan was made for another picture.
    private func check(_ picture: borrowing Raster, _ orientation: Int, _ shrink: Int) throws(RasterFault) {
        let (wide, high) = orientation >= 5 ? (picture.height, picture.width) : (picture.width, picture.height)
        guard abs(fit.sourceWidth - wide * shrink) < shrink, abs(fit.sourceHeight - high * shrink) < shrink else {
            throw RasterFault(words: "the picture decodes to \(wide * shrink)x\(high * shrink)", cause: .otherSize)
        }
    }

    /// The picture in 8-bit sRGB, or in 8-bit grey when it is grey.
    private mutating func inScreenColours(
        _ picture: consuming Raster, _ gamma: Double?
    ) throws(RasterFault) -> Raster {
        let isGrey = picture.bands < 3
        if picture.isLab { return try picture.inPlainColours(isGrey: false).inBytes() }
        if let coloured = try throughOwnProfile(picture) {
            // Grey under its own profile comes out as three equal channels.
            return isGrey ? try coloured.inPlainColours(isGrey: true).inBytes() : coloured
        }
        if picture.isCMYK { return try picture.throughProfile(otherwise: "cmyk").inBytes() }
        if let colours = recipe.colours { return try throughLight(picture, colours, isGrey: isGrey) }
        let plain = try picture.inPlainColours(isGrey: isGrey).inBytes()
        guard let gamma else { return plain }
        return try plain.lookedUp(in: PNGGamma.table(gamma))
    }

    /// The picture in 8-bit sRGB, by what the file says of its colours in numbers.
    private mutating func throughLight(
        _ picture: consuming Raster, _ coding: ColourCoding, isGrey: Bool
    ) throws(RasterFault) -> Raster {
        guard let colours = CodedColours(coding, isNarrow: recipe.kind == .png && !coding.isFullRange) else {
            report.lost.append(
                "colours \(coding.primaries) with curve \(coding.transfer) are shown as if they were those of sRGB")
            return try picture.inPlainColours(isGrey: isGrey).inBytes()
        }
        if let range = coding.range { report.lost.append("light beyond usual screens (\(range.rawValue))") }
        guard isGrey else { return try picture.throughLight(colours) }
        return try picture.inPlainColours(isGrey: true).inBytes()
            .lookedUp(in: ScreenCurve.table(colours.lights(levels: 256)))
    }

    /// The picture in 8-bit sRGB; `nil` where it has no profile, or one that is of no use, which the report then says.
    private mutating func throughOwnProfile(_ picture: borrowing Raster) throws(RasterFault) -> Raster? {
        guard picture.hasProfile else { return nil }
        do throws(RasterFault) {
            if picture.hasSuitingProfile {
                return try picture.copied().throughProfile(otherwise: picture.isCMYK ? "cmyk" : "srgb").inBytes()
            }
        } catch {
            if error.problem.code == .renderOutOfMemory { throw error }
        }
        RasterFault.forget()
        report.lost.append("colour profile: it does not suit the picture, whose colours are shown as if it had none")
        return nil
    }

    private func padded(_ picture: consuming Raster) throws(RasterFault) -> Raster {
        let colour = recipe.background
        var around = [Double(colour.red), Double(colour.green), Double(colour.blue)]
        var picture = picture
        if picture.hasAlpha {
            around = Array(repeating: 0, count: picture.bands)
        } else if picture.bands == 1 {
            let isGrey = colour.red == colour.green && colour.green == colour.blue
            if isGrey { around = [around[0]] } else { picture = try picture.inPlainColours(isGrey: false) }
        }
        return try picture.embedded(at: fit.content, width: fit.width, height: fit.height, around: around).evaluated()
    }

    /// Says what was kept, in pixels of the upright source.
    private mutating func noteCrop(at origin: (x: Int, y: Int)) {
        guard fit.isCropping else { return }
        if fit.gravity.dependsOnPixels {
            let scale = Double(fit.box.width) / Double(fit.content.width)
            let down = Double(fit.box.height) / Double(fit.content.height)
            shown = fit.box.moved(
                toX: Int((Double(origin.x) * scale).rounded()), y: Int((Double(origin.y) * down).rounded()),
                within: fit.sourceWidth, fit.sourceHeight)
        }
        report.crop = shown.report(of: fit.sourceWidth, fit.sourceHeight)
        report.steps.append("cropped to \(shown.width)x\(shown.height) \(fit.gravity.place)")
    }
}

extension PixelBox {
    /// The box in a picture whose decoder shrank it.
    fileprivate func shrunk(by shrink: Int, within wide: Int, _ high: Int) -> PixelBox {
        let (left, top) = (min(x / shrink, wide - 1), min(y / shrink, high - 1))
        return PixelBox(
            x: left, y: top, width: min((width + shrink - 1) / shrink, wide - left),
            height: min((height + shrink - 1) / shrink, high - top))
    }
}

extension Gravity {
    /// Where the kept part lies, for the receipt.
    var place: String {
        switch self {
        case .centre: "in the middle"
        case .attention: "where the eye goes"
        case .entropy: "where the most detail is"
        case .focus(let x, let y): "around the point \(x),\(y)"
        }
    }
}
