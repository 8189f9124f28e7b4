internal import Handover

/// Decodes a bitmap to rows of 8-bit samples: libvips has no loader for it but one that opens far more than bitmaps.
struct BMPDecoder {
    private let file: CodedBytes
    private let header: BMPHeader
    private var samples: [UInt8]

    /// Samples for each pixel: 3, or 4 with alpha.
    let bands: Int

    /// - Parameters:
    ///   - width: what the plan was made for, and checked against the limit of pixels; another size is a fault.
    ///   - height: likewise.
    init(_ file: CodedBytes, width: Int, height: Int) throws(RasterFault) {
        self.file = file
        header = try BMPHeader(file)
        guard header.width == width, header.height == height else {
            throw RasterFault(words: "the bitmap has another size", cause: .otherSize)
        }
        bands = header.channels.count == 4 ? 4 : 3
        samples = []
    }

    /// The samples, row by row from the top.
    consuming func decode() throws(RasterFault) -> [UInt8] {
        samples = [UInt8](repeating: 0, count: header.width * header.height * bands)
        let colours = try palette()
        if header.compression == .runs {
            try decodeRuns(colours)
        } else if header.bits <= 8 {
            try decodeIndices(colours)
        } else {
            try decodeChannels()
        }
        return samples
    }

    private func palette() throws(RasterFault) -> [(UInt8, UInt8, UInt8)] {
        let (start, count, stride) = header.palette
        var colours: [(UInt8, UInt8, UInt8)] = []
        for index in 0..<count {
            let at = start + index * stride
            colours.append((try file.byte(at: at + 2), try file.byte(at: at + 1), try file.byte(at: at)))
        }
        return colours
    }

    /// Where a row of the file lies among the samples.
    private func rowStart(_ row: Int) -> Int {
        (header.isTopDown ? row : header.height - 1 - row) * header.width * bands
    }

    private mutating func put(_ index: Int, _ colours: [(UInt8, UInt8, UInt8)], at place: Int) throws(RasterFault) {
        guard index < colours.count else { throw RasterFault(words: "the bitmap uses a colour it does not have") }
        (samples[place], samples[place + 1], samples[place + 2]) = colours[index]
    }

    private mutating func decodeIndices(_ colours: [(UInt8, UInt8, UInt8)]) throws(RasterFault) {
        let length = (header.width * header.bits + 31) / 32 * 4
        let mask = 1 << header.bits - 1
        for row in 0..<header.height {
            let start = header.start + row * length
            try file.require(length, at: start)
            for x in 0..<header.width {
                let bit = x * header.bits
                let index = Int(try file.byte(at: start + bit / 8)) >> (8 - header.bits - bit % 8) & mask
                try put(index, colours, at: rowStart(row) + x * bands)
            }
        }
    }

    private mutating func decodeChannels() throws(RasterFault) {
        let length = (header.width * header.bits + 31) / 32 * 4
        let bytes = header.bits / 8
        let isPlain = header.bits >= 24 && header.channels.prefix(3).map(\.mask) == [0xFF_0000, 0xFF00, 0xFF]
        if isPlain && bands == 3 { return try turnRows(ofLength: length, pixelLength: bytes) }
        var isSeen = false
        for row in 0..<header.height {
            let start = header.start + row * length
            try file.require(length, at: start)
            var place = rowStart(row)
            for x in 0..<header.width {
                let at = start + x * bytes
                let pixel = try file.little(bytes, at: at)
                for band in 0..<bands { samples[place + band] = header.channels[band].value(in: pixel) }
                if bands == 4 && samples[place + 3] != 0 { isSeen = true }
                place += bands
            }
        }
        // Programs that know no alpha leave it at nought everywhere; nobody means a picture that cannot be seen.
        if bands == 4 && !isSeen {
            for place in stride(from: 3, to: samples.count, by: 4) { samples[place] = 255 }
        }
    }

    /// Rows of blue, green and red, by far the most usual ones: each is checked as a whole and turned quickly.
    private mutating func turnRows(ofLength length: Int, pixelLength: Int) throws(RasterFault) {
        let (file, width) = (file, header.width)
        for row in 0..<header.height {
            let (start, place) = (header.start + row * length, rowStart(row))
            var target = samples.mutableSpan
            try unsafe file.withPart(start..<start + length) { source in
                for x in 0..<width {
                    for band in 0..<3 {
                        target[place + 3 * x + band] = unsafe source[pixelLength * x + 2 - band]
                    }
                }
            }
        }
    }

    /// Runs, rows' ends and jumps; each step takes at least two bytes of the file, so that it ends.
    private mutating func decodeRuns(_ colours: [(UInt8, UInt8, UInt8)]) throws(RasterFault) {
        var at = header.start
        var (x, row) = (0, 0)
        // What is jumped over has the first colour.
        for place in stride(from: 0, to: samples.count, by: bands) { try put(0, colours, at: place) }
        while row < header.height {
            let (count, value) = (Int(try file.byte(at: at)), Int(try file.byte(at: at + 1)))
            at += 2
            switch (count, value) {
            case (0, 0): (x, row) = (0, row + 1)
            case (0, 1): return
            case (0, 2):
                x += Int(try file.byte(at: at))
                row += Int(try file.byte(at: at + 1))
                at += 2
            case (0, _):
                for index in 0..<value {
                    let byte = Int(try file.byte(at: at + index * header.bits / 8))
                    try putRun(header.bits == 8 ? byte : index % 2 == 0 ? byte >> 4 : byte & 15, colours, x, row)
                    x += 1
                }
                at += (value * header.bits + 15) / 16 * 2
            default:
                for index in 0..<count {
                    try putRun(header.bits == 8 ? value : index % 2 == 0 ? value >> 4 : value & 15, colours, x, row)
                    x += 1
                }
            }
        }
    }

    private mutating func putRun(
        _ index: Int, _ colours: [(UInt8, UInt8, UInt8)], _ x: Int, _ row: Int
    ) throws(RasterFault) {
        // Encoders pad rows: what stands over is no fault.
        guard x < header.width else { return }
        try put(index, colours, at: rowStart(row) + x * bands)
    }
}

extension Raster {
    /// A bitmap, decoded; of another size than this it is a fault.
    init(bitmap media: MappedMedia, width: Int, height: Int) throws(RasterFault) {
        let (samples, bands) = try media.withCodedBytes { (file) throws(RasterFault) in
            let decoder = try BMPDecoder(file, width: width, height: height)
            let bands = decoder.bands
            return (try decoder.decode(), bands)
        }
        try self.init(pixels: samples, width: width, height: height, bands: bands)
    }
}
