internal import AttachmentModel
internal import Handover
internal import Rulebook

/// Chooses the format and the encoding with which a picture meets its goal.
struct PictureEncoder {
    let recipe: PictureRecipe
    private(set) var report: RenderReport

    /// The JPEG quality whose look comes nearest to a lossless drawing: the first at which SSIMULACRA2 gives screenshots
    /// 90, from where a difference is not seen (measured: 88.6 to 89.9 at 90, 90.2 to 91.1 at 92).
    private static let qualityOfDrawings = 92
    /// The longest side a JPEG can have in libjpeg (JPEG_MAX_DIMENSION).
    private static let longestJPEG = 65_500
    private static let mostPaletteColours = 256

    init(_ recipe: PictureRecipe, report: RenderReport) {
        self.recipe = recipe
        self.report = report
    }

    /// Encodes 8-bit pixels that are held in memory; an alpha channel is one that is used.
    mutating func encode(_ picture: borrowing Raster) throws(RasterFault) -> EncodedPicture {
        if picture.hasAlpha { return try encode(picture, as: .png(colours: nil), "because pixels are transparent") }
        if max(picture.width, picture.height) > Self.longestJPEG {
            return try encode(picture, as: .png(colours: nil), "because a JPEG cannot be so long")
        }
        switch recipe.format {
        case .png: return try encode(picture, as: .png(colours: nil), "as the profile says")
        case .jpeg: break
        case .auto:
            if let drawing = try encodeDrawing(picture) { return drawing }
        }
        return try encode(picture, as: .jpeg(quality: recipe.quality), nil)
    }

    /// A drawing as PNG, if that is no larger than a JPEG of the same look, and meets the goal.
    private mutating func encodeDrawing(_ picture: borrowing Raster) throws(RasterFault) -> EncodedPicture? {
        let (width, height, bands) = (picture.width, picture.height, picture.bands)
        let measure = try picture.withRows { DrawingMeasure($0, width: width, height: height, bands: bands) }
        guard measure.isDrawing else { return nil }
        let drawing = try losslessPNG(picture, isDrawing: true)
        guard drawing.count <= recipe.goal, drawing.count <= (try picture.jpeg(quality: Self.qualityOfDrawings)).count
        else { return nil }
        report.steps.append("encoded as PNG, because flat colours and hard edges take fewer bytes so")
        return drawing
    }

    private mutating func encode(
        _ picture: borrowing Raster, as start: SizeLadder.Encoding.Form, _ reason: String?
    ) throws(RasterFault) -> EncodedPicture {
        var ladder = SizeLadder(
            goal: recipe.goal, cap: Rulebook.cap(of: .image), start: start, floor: recipe.floor)
        guard case .encode(var encoding) = ladder.next(after: nil) else { throw .unreachable }
        var encoded = try encode(picture, encoding)
        var tried = 1
        while true {
            switch ladder.next(after: encoded.count) {
            case .encode(let next):
                encoding = next
                encoded = try encode(picture, encoding)
                tried += 1
            case .accept:
                note(encoding, start, tried, reason, picture)
                return encoded
            case .giveUp: throw .unreachable
            }
        }
    }

    private func encode(
        _ picture: borrowing Raster, _ encoding: SizeLadder.Encoding
    ) throws(RasterFault) -> EncodedPicture {
        guard encoding.scale < 1 else { return try encode(picture, encoding.form) }
        let (wide, high) = size(of: picture, encoding.scale)
        return try encode(try picture.copied().resized(to: wide, high).evaluated(), encoding.form)
    }

    private func encode(
        _ picture: borrowing Raster, _ form: SizeLadder.Encoding.Form
    ) throws(RasterFault) -> EncodedPicture {
        switch form {
        case .jpeg(let quality): try picture.jpeg(quality: quality)
        case .png(nil): try losslessPNG(picture)
        case .png(let colours?): try picture.palettePNG(colours: colours, dither: 1)
        }
    }

    /// A PNG with a palette where the picture has no more colours than one holds, else without.
    private func losslessPNG(
        _ picture: borrowing Raster, isDrawing: Bool = false
    ) throws(RasterFault) -> EncodedPicture {
        let bands = picture.bands
        let colours = try picture.withRows {
            DrawingMeasure.colours(in: $0, bands: bands, most: Self.mostPaletteColours)
        }
        if let colours {
            let encoded = try picture.palettePNG(colours: colours, dither: 0)
            // Whoever makes the palette may have merged colours: only what decodes to the same pixels is lossless.
            if try encoded.decodes(to: picture) { return encoded }
        }
        return try picture.png(isDrawing: isDrawing || colours != nil)
    }

    private func size(of picture: borrowing Raster, _ scale: Double) -> (Int, Int) {
        (
            max(1, Int((Double(picture.width) * scale).rounded())),
            max(1, Int((Double(picture.height) * scale).rounded()))
        )
    }

    /// Says what was done and what it cost.
    private mutating func note(
        _ encoding: SizeLadder.Encoding, _ start: SizeLadder.Encoding.Form, _ tried: Int, _ reason: String?,
        _ picture: borrowing Raster
    ) {
        if encoding.scale < 1 {
            let (wide, high) = size(of: picture, encoding.scale)
            report.steps.append("made smaller to \(wide)x\(high), to meet the goal")
            report.lost.append("size: \(wide)x\(high) instead of \(picture.width)x\(picture.height)")
        }
        let why = reason.map { ", \($0)" } ?? ""
        let attempt = tried == 1 ? "" : ", at attempt \(tried)"
        switch encoding.form {
        case .jpeg(let quality):
            report.steps.append("encoded as JPEG at quality \(quality)\(attempt)\(why)")
            if case .jpeg(let first) = start, quality < first {
                report.lost.append("detail: quality \(quality) instead of \(first)")
            }
        case .png(let colours):
            report.steps.append("encoded as PNG\(colours.map { " with \($0) colours" } ?? "")\(attempt)\(why)")
            if let colours { report.lost.append("colours: at most \(colours)") }
        }
    }
}

extension RasterFault {
    fileprivate static var unreachable: RasterFault {
        RasterFault(words: "the smallest encoding is over the cap", cause: .cap)
    }
}
