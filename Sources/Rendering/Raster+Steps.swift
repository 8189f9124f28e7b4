internal import AttachmentModel
internal import CVips
internal import Rulebook

// What can be made of it: each step is computed when pixels are asked for, and gives a picture of its own.
extension Raster {
    /// The picture with its pixels computed and held in memory.
    consuming func evaluated() throws(RasterFault) -> Raster {
        guard let copy = unsafe vips_image_copy_memory(image) else { throw RasterFault.last() }
        return unsafe Raster(owning: copy)
    }

    /// The same picture with one more owner.
    func copied() -> Raster {
        unsafe Raster(owning: affix_ref(image))
    }

    consuming func cropped(to box: PixelBox) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_crop(
                image, out, Int32(clamping: box.x), Int32(clamping: box.y), Int32(clamping: box.width),
                Int32(clamping: box.height))
        }
    }

    /// The picture with its sides multiplied; the result has whole pixels.
    consuming func resized(across: Double, down: Double) throws(RasterFault) -> Raster {
        // Below that libvips takes means first, and is as fast.
        guard hasByteSamples, bands <= 4, across >= 0.25, across < 1 else {
            return try unsafe Self.step { out in unsafe affix_vips_resize(image, out, across, down) }
        }
        let shorter = down == 1 ? self : try unsafe Self.step { out in unsafe affix_vips_resize(image, out, 1, down) }
        return try shorter.narrowed(by: across)
    }

    private consuming func narrowed(by across: Double) throws(RasterFault) -> Raster {
        let target = max(1, Int((Double(width) * across).rounded()))
        let rows = RowWeights(from: width, to: target, scale: 1 / across)
        return try unsafe Self.step { out in
            unsafe affix_vips_narrow(
                image, out, Int32(clamping: target), Int32(clamping: rows.taps), rows.firsts, rows.weights)
        }
    }

    consuming func premultiplied() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_premultiply(image, out) }
    }

    consuming func unpremultiplied() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_unpremultiply(image, out) }
    }

    /// The picture turned as its orientation says.
    consuming func upright() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_upright(image, out) }
    }

    /// The part of this size where the eye goes, or where the most detail is; `origin` tells where it began.
    consuming func cropped(by gravity: Gravity, width: Int, height: Int) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_smartcrop(
                image, out, Int32(clamping: width), Int32(clamping: height), gravity == .attention ? 1 : 0)
        }
    }

    /// The picture in sRGB, through its own profile or the named one of libvips where it has none that suits.
    consuming func throughProfile(otherwise fallback: String) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_to_srgb(image, out, fallback) }
    }

    /// The picture as if it had no profile, in sRGB or in grey.
    consuming func inPlainColours(isGrey: Bool) throws(RasterFault) -> Raster {
        let space = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return try unsafe Self.step { out in unsafe affix_vips_colourspace(image, out, space) }
    }

    /// The picture in 8-bit sRGB by way of light; it has three colours of 8 or 16 bits, and perhaps alpha.
    consuming func throughLight(_ colours: CodedColours) throws(RasterFault) -> Raster {
        let lights = unsafe colours.lights(levels: Int(affix_vips_levels(image)))
        return try unsafe Self.step { out in
            unsafe affix_vips_through_light(image, out, lights, Int32(clamping: lights.count), colours.mix)
        }
    }

    /// The picture with 8-bit samples; what they cannot hold is cut off.
    consuming func inBytes() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_to_bytes(image, out) }
    }

    /// The picture with each 8-bit sample, except of alpha, looked up in a table of 256.
    consuming func lookedUp(in table: [UInt8]) throws(RasterFault) -> Raster {
        precondition(table.count == 256)
        return try unsafe Self.step { out in unsafe affix_vips_look_up(image, out, table) }
    }

    /// The first bands alone.
    consuming func firstBands(_ count: Int) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_first_bands(image, out, Int32(clamping: count)) }
    }

    /// The picture on an opaque background, without its alpha channel.
    consuming func flattened(on colour: Colour) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_flatten(image, out, Double(colour.red), Double(colour.green), Double(colour.blue))
        }
    }

    /// The picture inside a larger one that is filled with one value for each band.
    consuming func embedded(at box: PixelBox, width: Int, height: Int, around: [Double]) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_embed(
                image, out, Int32(clamping: box.x), Int32(clamping: box.y), Int32(clamping: width),
                Int32(clamping: height), around, Int32(clamping: around.count))
        }
    }

    private static func step(
        _ verb: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(RasterFault) -> Raster {
        var out: UnsafeMutablePointer<VipsImage>?
        guard unsafe verb(&out) == 0, let image = unsafe out else { throw RasterFault.last() }
        return unsafe Raster(owning: image)
    }
}
