internal import AttachmentModel
internal import ForeignBytes

extension Movie {
    /// The new file: brand, index, media, and nothing else.
    func rewrite(as kind: MediaKind, from source: MediaKind) -> Rewrite {
        let layout = MediaLayout(tracks.map(\.samples.chunks))
        let brand = brand(kind)
        // The places of chunks do not change the length of the index, but their width does.
        var index = self.index(layout, base: 0, isLong: false)
        let isLong = MediaLayout.needsLongOffsets(head: brand.count + index.count + 8, media: layout.length)
        if isLong { index = self.index(layout, base: 0, isLong: true) }
        let mediaHead = isLong ? 16 : 8
        index = self.index(layout, base: brand.count + index.count + mediaHead, isLong: isLong)

        var rewrite = Rewrite()
        rewrite.make(brand + index + Self.mediaHead(layout.length, isLong: isLong))
        for extent in layout.extents { rewrite.copy(extent) }
        rewrite.steps = steps(as: kind, from: source)
        rewrite.lost = lost + (cutSeconds.map { ["everything after \($0) s"] } ?? [])
        return rewrite
    }

    private func brand(_ kind: MediaKind) -> [UInt8] {
        // `iso4` is the first brand whose readers know negative delays.
        let hasNegativeDelays = tracks.contains { $0.samples.hasNegativeDelays }
        let compatible: [FourCC] =
            kind == .m4a
            ? ["M4A ", "mp42", "isom"] : ["isom", "iso2", "mp41", "mp42"] + (hasNegativeDelays ? ["iso4"] : [])
        var writer = BoxWriter()
        writer.box("ftyp") { writer in
            writer.name(compatible[0])
            writer.big(kind == .m4a ? 0 : 0x200)
            for brand in compatible { writer.name(brand) }
        }
        return writer.bytes
    }

    private static func mediaHead(_ length: Int, isLong: Bool) -> [UInt8] {
        var writer = BoxWriter()
        writer.big(isLong ? 1 : length + 8)
        writer.name("mdat")
        if isLong { writer.big(length + 16, 8) }
        return writer.bytes
    }

    private func index(_ layout: MediaLayout, base: Int, isLong: Bool) -> [UInt8] {
        let shown = tracks.map(shown)
        let duration = shown.max() ?? 0
        var writer = BoxWriter()
        writer.box("moov") { writer in
            let isLongTime = duration > Int(UInt32.max)
            writer.fullBox("mvhd", version: isLongTime ? 1 : 0) { writer in
                writer.zeros(isLongTime ? 16 : 8)
                writer.big(scale)
                writer.big(duration, isLongTime ? 8 : 4)
                // Usual speed and volume.
                writer.big(1 << 16)
                writer.big(1 << 8, 2)
                writer.zeros(10)
                writer.append(matrix)
                writer.zeros(24)
                writer.big(min((tracks.map(\.header.number).max() ?? 0) + 1, Int(UInt32.max)))
            }
            for (index, track) in tracks.enumerated() {
                track.write(
                    to: &writer, shown: shown[index], places: layout.places[index].map { $0 + base }, isLong: isLong)
            }
        }
        return writer.bytes
    }

    /// A track's length in ticks of the movie: that of its edits, or else of its samples.
    func shown(_ track: MovieTrack) -> Int {
        track.edits.edits.isEmpty
            ? EditList.scaled(track.duration, from: track.media.scale, to: scale) : track.edits.duration
    }

    private func steps(as kind: MediaKind, from source: MediaKind) -> [String] {
        var steps: [String] = []
        if source != kind { steps.append("rewrapped from \(source.words) as \(kind.words)") }
        if isFragmented { steps.append("flattened the fragments into one index") }
        if isIndexLast { steps.append("moved the index to the front") }
        for step in tracks.flatMap(\.entries).flatMap(\.steps) where !steps.contains(step) { steps.append(step) }
        if let cutSeconds { steps.append("cut after \(cutSeconds) s, at a key frame") }
        if !lost.isEmpty { steps.append("left metadata and side tracks behind") }
        return steps.isEmpty ? ["repacked without loss"] : steps
    }
}
