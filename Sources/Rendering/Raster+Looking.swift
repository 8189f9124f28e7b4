internal import CVips

// What it is.
extension Raster {
    /// Whether its samples are whole numbers from 0, of 8 or 16 bits: others are in scales that no header tells.
    var hasPlainSamples: Bool { unsafe affix_vips_has_plain_samples(image) != 0 }

    /// Whether its samples have 8 bits, and nothing is packed.
    var hasByteSamples: Bool { unsafe affix_vips_has_byte_samples(image) != 0 }

    var width: Int { Int(unsafe vips_image_get_width(image)) }
    var height: Int { Int(unsafe vips_image_get_height(image)) }
    var bands: Int { Int(unsafe vips_image_get_bands(image)) }
    var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }
    var hasProfile: Bool { unsafe affix_vips_has_profile(image) != 0 }
    /// Whether its profile can be read and is for samples such as these.
    var hasSuitingProfile: Bool { unsafe hasProfile && affix_vips_profile_suits(image) != 0 }
    /// The orientation it is stored in, 1 to 8.
    var orientation: Int { Int(unsafe affix_vips_orientation(image)) }
    var isCMYK: Bool { unsafe vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }
    /// Whether samples are CIE L*a*b*, which needs no profile.
    var isLab: Bool {
        let space = unsafe vips_image_get_interpretation(image)
        return space == VIPS_INTERPRETATION_LABS || space == VIPS_INTERPRETATION_LAB
    }
    /// Where the last crop began.
    var origin: (x: Int, y: Int) {
        (-Int(unsafe vips_image_get_xoffset(image)), -Int(unsafe vips_image_get_yoffset(image)))
    }

    /// Whether any pixel lets the background through; of a picture of 8-bit samples.
    func isTransparent() throws(RasterFault) -> Bool {
        guard hasAlpha else { return false }
        var least = 255.0
        guard unsafe affix_vips_least(image, Int32(bands - 1), &least) == 0 else { throw RasterFault.last() }
        return least < 255
    }

    /// Whether another picture has the same pixels.
    func equals(_ other: borrowing Raster) throws(RasterFault) -> Bool {
        guard width == other.width, height == other.height, hasAlpha == other.hasAlpha else { return false }
        // A palette is always of colours; where there is no alpha, libvips spreads grey over them by itself.
        if hasAlpha, bands < other.bands { return try copied().inPlainColours(isGrey: false).equals(other) }
        if hasAlpha, bands > other.bands { return try other.copied().inPlainColours(isGrey: false).equals(self) }
        if bands == other.bands, hasByteSamples, other.hasByteSamples {
            var isSame: Int32 = 0
            guard unsafe affix_vips_is_same(image, other.image, &isSame) == 0 else { throw RasterFault.last() }
            return isSame != 0
        }
        var difference = 1.0
        guard unsafe affix_vips_difference(image, other.image, &difference) == 0 else { throw RasterFault.last() }
        return difference == 0
    }

    /// Lends the samples of a picture that is held in memory, row after row, each `width * bands` bytes long.
    func withRows<Value>(_ body: (Span<UInt8>) -> Value) throws(RasterFault) -> Value {
        guard unsafe vips_image_wio_input(image) == 0, let data = unsafe vips_image_get_data(image) else {
            throw RasterFault.last()
        }
        let count = width * height * bands
        let samples = unsafe UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt8.self), count: count)
        return unsafe body(Span(_unsafeElements: samples))
    }
}
