internal import ForeignBytes

extension Rewrite {
    /// The frames of an MP3 behind the shortest tag; its index of variable rate is a frame and stays.
    init(mp3 file: ByteWindow) throws(Fault) {
        self.init()
        make(ID3Tag.least)
        let frames = SoundFrames(file: file) { $0.layer == 3 && !$0.isFree }
        let start = ID3Tag.framesBegin(in: file)
        var copied = 0
        try frames.forEach { (frame, place) throws(Fault) in
            copy(place..<(place + frame.length))
            copied += frame.length
        }
        if file.reads("ID3", at: 0) {
            steps = ["replaced the tags by the shortest one"]
        } else {
            steps = ["put the shortest tag in front"]
        }
        if copied < file.count && (start > ID3Tag.least.count || count - ID3Tag.least.count + start < file.count) {
            lost = ["title, cover and other tags"]
        }
    }
}
