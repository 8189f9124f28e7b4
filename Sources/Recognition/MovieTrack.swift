/// One track of a movie: what it holds, and how it is shown.
struct MovieTrack {
    enum Role { case picture, sound, other }

    let number: Int
    let role: Role
    let description: SampleDescription?
    /// Size in pixels before it is turned.
    let size: (width: Int, height: Int)
    let orientation: Int
    var clock: MovieClock
    var samples: Int
    /// Where the last chunk begins in the file.
    let lastChunk: Int?
    /// What a fragment's sample lasts unless the fragment says otherwise.
    var usualTicks = 0

    /// Reads a `trak` box.
    init(_ track: ByteWindow) throws(Fault) {
        guard let header = try track.box("tkhd"), let media = try track.box("mdia"),
            let mediaHeader = try media.box("mdhd"), let handler = try media.box("hdlr")
        else { throw .corrupt }
        let isLong = try header.byte(at: 0) == 1
        number = try header.big(4, at: isLong ? 20 : 12)
        clock = try MovieClock(mediaHeader)
        let role: Role =
            switch try handler.code(at: 8) {
            case "vide", "pict": .picture
            case "soun": .sound
            default: .other
            }
        let tables = try media.box("minf", "stbl")
        self.role = role
        description = try tables?.box("stsd").flatMap { table throws(Fault) in
            try SampleDescription(table, isPicture: role == .picture)
        }
        let matrix = try header.part(at: isLong ? 52 : 40, count: 36)
        orientation = try Self.orientation(of: matrix)
        let shown = (try header.big(2, at: isLong ? 88 : 76), try header.big(2, at: isLong ? 92 : 80))
        size = shown.0 > 0 && shown.1 > 0 ? shown : description?.size ?? (0, 0)
        samples = try tables.flatMap { tables throws(Fault) in try Self.samples(in: tables) } ?? 0
        lastChunk = try tables.flatMap { tables throws(Fault) in try Self.lastChunk(in: tables) }
    }

    /// A picture that lies with the sound, as players show it for a song.
    var isCover: Bool {
        role == .picture && samples <= 1 && ["mjpeg", "png"].contains(description?.codec)
    }

    private static func samples(in tables: ByteWindow) throws(Fault) -> Int {
        if let sizes = try tables.box("stsz") { return try sizes.big(4, at: 8) }
        guard let sizes = try tables.box("stz2") else { return 0 }
        return try sizes.big(4, at: 8)
    }

    private static func lastChunk(in tables: ByteWindow) throws(Fault) -> Int? {
        let short = try tables.box("stco")
        let long = try tables.box("co64")
        guard let offsets = short ?? long else { return nil }
        let length = short == nil ? 8 : 4
        var last: Int?
        for index in 0..<(try offsets.big(4, at: 4)) {
            last = max(last ?? 0, try offsets.big(length, at: 8 + index * length))
        }
        return last
    }

    /// The Exif orientation that equals a matrix of quarter turns; 1 for any other.
    private static func orientation(of matrix: ByteWindow) throws(Fault) -> Int {
        let (a, b) = (try sign(matrix, at: 0), try sign(matrix, at: 4))
        let (c, d) = (try sign(matrix, at: 12), try sign(matrix, at: 16))
        return switch (a, b, c, d) {
        case (-1, 0, 0, 1): 2
        case (-1, 0, 0, -1): 3
        case (1, 0, 0, -1): 4
        case (0, 1, 1, 0): 5
        case (0, 1, -1, 0): 6
        case (0, -1, -1, 0): 7
        case (0, -1, 1, 0): 8
        default: 1
        }
    }

    private static func sign(_ matrix: ByteWindow, at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try matrix.big(4, at: offset)).signum())
    }
}
