internal import Handover

/// Colours of a TIFF that libvips would take for others.
enum TIFFColours {
    /// Fails when a TIFF stores luma and chroma in another coding than JPEG, or samples of which nobody knows the scale.
    ///
    /// libvips has JPEG's own decoder convert them, and of all else it takes the samples for red, green and blue.
    static func insistOnReadable(_ media: MappedMedia) throws(RasterFault) {
        let found = try media.withCodedBytes { (file) throws(RasterFault) -> (compression: Int, photometric: Int) in
            try coding(of: file)
        }
        guard found.photometric != lumaAndChroma || jpegs.contains(found.compression) else {
            throw RasterFault(words: "luma and chroma in a TIFF without JPEG are not supported")
        }
        // What libvips makes of CIE L*a*b* has fractions, and a scale.
        if found.photometric == cieColours { return }
        guard try Raster(opening: media, options: "").hasPlainSamples else {
            throw RasterFault(words: "samples of 32 bits, with a sign or with fractions are not supported")
        }
    }

    /// PhotometricInterpretation of luma and chroma (TIFF 6.0, section 21).
    private static let lumaAndChroma = 6
    /// PhotometricInterpretation of CIE L*a*b* (TIFF 6.0, section 23).
    private static let cieColours = 8
    /// Compression by JPEG: as TIFF 6.0 had it, and as its Technical Note 2 has it.
    private static let jpegs: Set<Int> = [6, 7]

    /// Compression and PhotometricInterpretation of the first picture; 0 where there is none.
    static func coding(of file: CodedBytes) throws(RasterFault) -> (compression: Int, photometric: Int) {
        let isLittle = file.reads("II", at: 0)
        func number(_ length: Int, at offset: Int) throws(RasterFault) -> Int {
            try isLittle ? file.little(length, at: offset) : file.big(length, at: offset)
        }
        // A BigTIFF's numbers have 8 bytes; of a place in a file that can be, the highest is 0.
        let isLarge = try number(2, at: 2) == 43
        let start = try isLarge ? number(7, at: isLittle ? 8 : 9) : number(4, at: 4)
        let count = try number(2, at: isLarge && !isLittle ? start + 6 : start)
        let (first, step, value) = isLarge ? (start + 8, 20, 12) : (start + 2, 12, 8)
        var coding = (compression: 0, photometric: 0)
        for index in 0..<count {
            let entry = first + index * step
            try file.require(step, at: entry)
            // Field type 4 is LONG; any value stands at the beginning of its place.
            let length = try number(2, at: entry + 2) == 4 ? 4 : 2
            switch try number(2, at: entry) {
            case 259: coding.compression = try number(length, at: entry + value)
            case 262: coding.photometric = try number(length, at: entry + value)
            default: break
            }
        }
        return coding
    }
}
