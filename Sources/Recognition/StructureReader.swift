internal import AttachmentModel
internal import ForeignBytes

/// Reads the structure of one format, in memory that does not grow with the file and in time that grows no faster.
protocol StructureReader {
    /// What was learnt so far; it stays when reading stops at a fault.
    var facts: MediaFacts { get set }

    init(_ file: ByteWindow, kind: MediaKind)

    mutating func read() throws(Fault)
}

extension MediaKind {
    /// The reader of this kind; `nil` for a kind whose name is all we need.
    var reader: (any StructureReader.Type)? {
        switch self {
        case .jpeg: JPEGReader.self
        case .png: PNGReader.self
        case .gif: GIFReader.self
        case .mp4, .m4a, .mov, .m4v, .threeGP: MovieReader.self
        case .heic, .avif: StillItemReader.self
        case .mp3, .adts: AudioFrameReader.self
        case .wav: WaveReader.self
        case .aiff: AIFFReader.self
        case .webp: WebPReader.self
        case .tiff: TIFFReader.self
        case .bmp: BMPReader.self
        case .avi: AVIReader.self
        case .flac: FLACReader.self
        case .amr: AMRReader.self
        case .wma, .wmv: WindowsMediaReader.self
        case .ogg, .ogv: OggReader.self
        case .matroska: MatroskaReader.self
        case .mpeg: ProgramStreamReader.self
        case .transportStream: TransportStreamReader.self
        case .svg, .html, .xml, .pdf, .json, .text, .zip, .gzip, .rar, .sevenZip, .executable, .ico, .unknown:
            nil
        }
    }
}

extension MediaFacts {
    /// Notes bytes behind the end of the format.
    mutating func noteTrailingBytes() {
        carried.insert(.tail)
        traits.insert(.trailingBytes)
        warn(.trailingBytes)
    }

    /// Notes data that must not be published with the picture.
    mutating func carry(_ data: CarriedData) {
        carried.insert(data)
        traits.insert(.metadata)
    }

    /// Notes colours that are given by numbers, where they are not those of a usual screen.
    ///
    /// Such colours are converted and their description is dropped, as with a profile.
    mutating func noteColours(_ colours: ColourCoding?) {
        guard let colours, !colours.isPlain else { return }
        carried.insert(.colours)
        traits.insert(.colourProfile)
        if colours.range != nil { warn(.highDynamicRange) }
    }

    mutating func warn(_ warning: MediaWarning) {
        if !warnings.contains(warning) { warnings.append(warning) }
    }

    /// Applies an Exif orientation to the size as stored.
    mutating func show(width: Int, height: Int, orientation: Int = 1) {
        let isTurned = orientation >= 5
        self.orientation = orientation
        self.width = isTurned ? height : width
        self.height = isTurned ? width : height
    }
}

extension TrackFacts {
    /// Notes what the samples of a picture mean as light.
    mutating func noteColours(_ colours: ColourCoding?) {
        self.colours = colours
        range = colours?.range
    }
}
