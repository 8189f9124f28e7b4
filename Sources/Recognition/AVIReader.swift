internal import AttachmentModel

/// Reads the main header of an AVI and the kinds of its streams.
struct AVIReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var walk = ChunkWalk(file, at: 12)
        guard let list = try walk.next(), list.name == "LIST", list.body.reads("hdrl") else { throw .corrupt }
        try readHeaders(list.body)
        guard try file.little(4, at: 4) + 8 <= file.count else { throw .truncated }
    }

    private mutating func readHeaders(_ list: ByteWindow) throws(Fault) {
        var walk = ChunkWalk(list, at: 4)
        while let chunk = try walk.next() {
            if chunk.name == "avih" {
                let (ticks, frames) = (try chunk.body.little(4, at: 0), try chunk.body.little(4, at: 16))
                facts.frames = frames
                if ticks > 0, frames > 0 { facts.duration = Double(ticks) * Double(frames) / 1_000_000 }
                let (width, height) = (try chunk.body.little(4, at: 32), try chunk.body.little(4, at: 36))
                if width > 0, height > 0 { facts.show(width: width, height: height) }
            }
            if chunk.name == "LIST", chunk.body.reads("strl"), chunk.body.reads("vids", at: 12) {
                facts.codecs = [try chunk.body.code(at: 16).text.lowercased()]
            }
        }
    }
}
