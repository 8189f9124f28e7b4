package import AttachmentModel

/// What encoding will take, told from the facts: for admission, before ffmpeg is started.
///
/// The constants fit the peak resident size of ffmpeg 5.1 with our settings on movies of 854x480 to 3840x2160 in H.264
/// (4 and 16 frames referred to), HEVC (8 and 10 bits), VP9, MPEG-2, MPEG-4 part 2 and ProRes, made to 1280 pixels and
/// in full size: the estimate was 1.0 to 1.6 times of it.
extension TranscodeRecipe {
    /// ffmpeg, its libraries, and sound.
    private static let fixedMemory = 66e6
    /// Bytes for each pixel of the result: frames that x264 looks ahead to, refers to and filters.
    private static let bytesOfResult = 80.0
    /// Those besides where light is mapped, in floating point.
    private static let bytesOfLight = 45.0
    /// Bytes for each pixel of the source, by codec: up to 16 frames that others refer to (ITU-T H.264, A.3.1), 6 of them
    /// (ITU-T H.265, A.4.2), or the few of all other codecs, beside those on their way.
    private static let bytesOfSource = (h264: 42.0, hevc: 28.0, other: 20.0)
    /// How much more frames take with more than 8 bits or full colours.
    private static let excessOfDepth = 1.6

    /// Bytes of memory that it takes, an estimate that errs upwards.
    package func memory(for facts: MediaFacts) -> Int {
        guard let picture else { return Int(Self.fixedMemory) }
        let track = facts.tracks.first { $0.role == .picture }
        let source = Double(facts.width ?? 1_920) * Double(facts.height ?? 1_080)
        let side = Double(picture.longestSide)
        let result = picture.box.map { Double($0.width) * Double($0.height) } ?? side * side
        let all =
            Self.fixedMemory + source * Self.bytesOfSource(track)
            + result * (Self.bytesOfResult + (picture.range == nil ? 0 : Self.bytesOfLight))
        return Int(min(all, 1e15))
    }

    private static func bytesOfSource(_ track: TrackFacts?) -> Double {
        let bytes =
            switch track?.codec {
            // Of some containers nobody knows it beforehand.
            case nil, "h264": bytesOfSource.h264
            case "hevc", "hev1": bytesOfSource.hevc
            default: bytesOfSource.other
            }
        let isDeep = track?.range != nil || ["10", "4:2:2", "4:4:4"].contains { track?.profile?.hasSuffix($0) == true }
        return isDeep ? bytes * excessOfDepth : bytes
    }
}
