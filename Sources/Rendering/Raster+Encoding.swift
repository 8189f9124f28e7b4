internal import CVips

// What it becomes.
extension Raster {
    /// A baseline JPEG with its own Huffman tables that starts with JFIF and carries nothing else.
    ///
    /// Colours have half the resolution below quality 90, and all of it from there on.
    func jpeg(quality: Int) throws(RasterFault) -> EncodedPicture {
        var encoded = try unsafe Self.encode { bytes, count in
            unsafe affix_vips_jpeg(image, bytes, count, Int32(clamping: quality))
        }
        encoded.insertJFIF()
        return encoded
    }

    /// A PNG of all colours, without any text or profile; drawings come out smaller when rows are not filtered.
    func png(isDrawing: Bool) throws(RasterFault) -> EncodedPicture {
        try unsafe Self.encode { bytes, count in unsafe affix_vips_png(image, bytes, count, isDrawing ? 0 : 1) }
    }

    /// A PNG with a palette of at most `colours`, dithered where that changes the picture.
    func palettePNG(colours: Int, dither: Double) throws(RasterFault) -> EncodedPicture {
        let bits: Int32 = colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8
        return try unsafe Self.encode { bytes, count in unsafe affix_vips_palette_png(image, bytes, count, bits, dither)
        }
    }

    private static func encode(
        _ verb: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Int32
    ) throws(RasterFault) -> EncodedPicture {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard unsafe verb(&bytes, &count) == 0, let bytes = unsafe bytes else { throw RasterFault.last() }
        return unsafe EncodedPicture(owning: bytes, count: count)
    }
}
