internal import AttachmentModel
internal import ForeignBytes

/// Reads the main header of an AVI and the kinds of its streams.
struct AVIReader: StructureReader {
    private static let mostStreams = 256

    var facts: MediaFacts
    private let file: ByteWindow
    private var microseconds = 0
    private var frames = 0

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var walk = ChunkWalk(file, at: 12)
        var hasHeaders = false
        while !hasHeaders, let chunk = try walk.next() {
            guard chunk.name == "LIST", chunk.body.reads("hdrl") else { continue }
            hasHeaders = true
            try readHeaders(chunk.body)
        }
        guard hasHeaders else { throw .corrupt }
        readFirstPicture(&walk)
        conclude()
        guard try file.little(4, at: 4) + 8 <= file.count else { throw .truncated }
        guard facts.tracks.contains(where: { $0.role != .other }) else { throw .noPicture }
    }

    /// Looks into the first frame for what the codec says of all of them.
    private mutating func readFirstPicture(_ walk: inout ChunkWalk) {
        guard let index = facts.tracks.firstIndex(where: { $0.role == .picture }) else { return }
        while let list = (try? walk.next()) ?? nil {
            guard list.name == "LIST", list.body.reads("movi") else { continue }
            var frames = ChunkWalk(list.body, at: 4)
            for _ in 0..<Self.mostStreams {
                guard let frame = (try? frames.next()) ?? nil else { return }
                // The stream's number in two digits, then what it holds.
                guard frame.name.text.hasSuffix("dc") else { continue }
                let head = SequenceHeader(inStream: frame.body, of: facts.tracks[index].codec)
                facts.tracks[index].noteColours(head?.colours)
                return
            }
            return
        }
    }

    private mutating func readHeaders(_ list: ByteWindow) throws(Fault) {
        var walk = ChunkWalk(list, at: 4)
        while let chunk = try walk.next() {
            if chunk.name == "avih" {
                (microseconds, frames) = (try chunk.body.little(4, at: 0), try chunk.body.little(4, at: 16))
                let (width, height) = (try chunk.body.little(4, at: 32), try chunk.body.little(4, at: 36))
                if width > 0, height > 0 { facts.show(width: width, height: height) }
            }
            guard chunk.name == "LIST" else { continue }
            if chunk.body.reads("strl") { try readStream(chunk.body) }
            // The longer form splits its frames among several lists; the main header counts those of the first.
            if chunk.body.reads("odmldmlh", at: 0), let all = try? chunk.body.little(4, at: 12) {
                frames = max(frames, all)
            }
        }
    }

    private mutating func readStream(_ list: ByteWindow) throws(Fault) {
        guard facts.tracks.count < Self.mostStreams else { throw .corrupt }
        var track = TrackFacts(.other)
        var walk = ChunkWalk(list, at: 4)
        while let chunk = try walk.next() {
            if chunk.name == "strh" {
                track.role = chunk.body.reads("vids") ? .picture : chunk.body.reads("auds") ? .sound : .other
                if track.role == .picture { track.tag = try chunk.body.code(at: 4).text }
                guard let scale = try? chunk.body.little(4, at: 20), let rate = try? chunk.body.little(4, at: 24),
                    let length = try? chunk.body.little(4, at: 32)
                else { continue }
                if rate > 0, length > 0, scale > 0 {
                    track.duration = Double(length) * Double(scale) / Double(rate)
                }
                if track.role == .picture { track.samples = length }
            } else if chunk.name == "strf" {
                readFormat(chunk.body, &track)
            }
        }
        if track.role == .picture, track.codec == nil, let tag = track.tag { track.codec = Self.codec(tag) }
        facts.tracks.append(track)
    }

    private func readFormat(_ format: ByteWindow, _ track: inout TrackFacts) {
        if track.role == .sound, let sound = try? SoundFormat(format) {
            (track.codec, track.tag) = (sound.codec, sound.track.tag)
            (track.sampleRate, track.channels) = (sound.sampleRate, sound.channels)
        } else if track.role == .picture {
            if let width = try? format.little(4, at: 4), let height = try? format.little(4, at: 8) {
                (track.width, track.height) = (width, abs(Int(Int32(truncatingIfNeeded: height))))
            }
            // What the format says counts, since the stream's own header often names a program.
            if let code = try? format.code(at: 16) { track.codec = Self.codec(code.text) }
        }
    }

    static func codec(_ tag: String) -> String {
        let tag = tag.lowercased()
        return switch tag {
        case "h264", "x264", "avc1": "h264"
        case "hevc", "h265": "hevc"
        case "xvid", "divx", "dx50", "fmp4", "mp4v", "mp4s", "m4s2", "3iv2": "mp4v"
        case "mjpg", "jpeg", "avrn": "mjpeg"
        case "mpg1", "mpg2", "mpeg": "mpeg2"
        case "....", "dib", "yuy2", "uyvy", "i420", "iyuv", "yv12": "raw"
        default: tag
        }
    }

    private mutating func conclude() {
        let pictures = facts.tracks.filter { $0.role == .picture }
        facts.codecs = (pictures + facts.tracks.filter { $0.role == .sound }).compactMap(\.codec)
        facts.frames = frames
        if microseconds > 0, frames > 0 {
            facts.duration = Double(microseconds) * Double(frames) / 1_000_000
        } else {
            facts.duration = facts.tracks.compactMap(\.duration).max()
        }
    }
}
