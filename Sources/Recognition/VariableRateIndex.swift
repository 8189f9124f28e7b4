internal import ForeignBytes

/// The index that encoders put in place of the first frame of an MP3: how many frames there are.
struct VariableRateIndex {
    let frames: Int

    /// Finds an index by Xing, Lavf, LAME or Fraunhofer in the first frame; `nil` when there is none with a count.
    init?(of frame: AudioFrame, at start: Int, in file: ByteWindow) {
        let body = file.clipped(at: start, count: frame.length)
        let sideInformation = frame.version == 1 ? (frame.channels == 1 ? 17 : 32) : (frame.channels == 1 ? 9 : 17)
        let xing = 4 + sideInformation
        if body.reads("Xing", at: xing) || body.reads("Info", at: xing) {
            guard let flags = try? body.big(4, at: xing + 4), flags & 1 == 1,
                let frames = try? body.big(4, at: xing + 8)
            else { return nil }
            self.frames = frames
        } else if body.reads("VBRI", at: 36), let frames = try? body.big(4, at: 36 + 14) {
            self.frames = frames
        } else {
            return nil
        }
        if frames == 0 { return nil }
    }
}
