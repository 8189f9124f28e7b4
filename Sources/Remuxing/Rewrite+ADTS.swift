internal import AttachmentModel
internal import ForeignBytes

extension Rewrite {
    /// Ticks of one frame of AAC.
    private static let frameTicks = 1_024

    /// Bare AAC as MPEG-4 audio: each frame without its header is a sample.
    ///
    /// What a decoder would add to the low frequencies (HE-AAC) stays implied, as it is in ADTS.
    init(adts file: ByteWindow) throws(Fault) {
        var samples = SampleTables()
        var first: AACSetup?
        let frames = SoundFrames(file: file) { $0.aac != nil }
        try frames.forEach { (frame, place) throws(Fault) in
            guard let setup = frame.aac else { return }
            guard setup.blocks == 1 else { throw .unsupported("The AAC has several blocks in a frame") }
            guard setup.layout > 0 else { throw .unsupported("The AAC describes its own layout of channels") }
            if first == nil { first = setup }
            let size = frame.length - setup.headerLength
            try samples.append(size: size, duration: Self.frameTicks, delay: 0, isSync: true)
            samples.chunks.append(.init(offset: place + setup.headerLength, length: size, samples: 1, entry: 1))
        }
        guard let first else { throw .noPicture }
        var stream = ElementaryStream(objectType: 0x40)
        stream.setup = first.decoderSetup
        stream.bufferSize = samples.sizes.largest
        let bytes = samples.chunks.reduce(0) { $0 + $1.length }
        stream.usualBits = bytes * 8 * first.sampleRate / samples.durations.sum
        stream.mostBits = stream.usualBits
        let entry = SampleEntry.sound("mp4a", first.sampleRate, first.channels) { stream.write(to: &$0) }
        let movie = Movie(sound: samples, entry: entry, rate: first.sampleRate)
        self = movie.rewrite(as: .m4a, from: .adts)
    }
}

extension Movie {
    /// A movie of nothing but one sound.
    fileprivate init(sound samples: SampleTables, entry: SampleEntry, rate: Int) {
        self.init(
            track: MovieTrack(
                isPicture: false, header: TrackHeader(soundLasting: samples.durations.sum),
                media: MediaHeader(scale: rate), edits: EditList(), entries: [entry], samples: samples))
    }
}

extension AACSetup {
    /// What a decoder is set up with (ISO/IEC 14496-3, section 1.6.2.1): kind, rate, layout, frames of 1024 samples.
    fileprivate var decoderSetup: [UInt8] {
        let bits = objectType << 11 | rateIndex << 7 | layout << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }
}
