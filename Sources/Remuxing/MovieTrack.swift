internal import ForeignBytes

/// One track that goes into the new file.
struct MovieTrack {
    let isPicture: Bool
    let header: TrackHeader
    var media: MediaHeader
    var edits: EditList
    let entries: [SampleEntry]
    var samples: SampleTables
    /// What fragments say of a sample unless they say otherwise.
    var usual = FragmentDefaults()
    /// When the first fragment begins and where the next one is expected, in ticks of the track.
    var fragments: (begin: Int, next: Int)?

    /// Ticks of all samples.
    var duration: Int { samples.durations.sum }

    /// Writes the `trak` box.
    ///
    /// - Parameters:
    ///   - shown: the track's length in ticks of the movie.
    ///   - places: where each chunk lies in the new file.
    func write(to writer: inout BoxWriter, shown: Int, places: [Int], isLong: Bool) {
        writer.box("trak") { writer in
            header.write(to: &writer, duration: shown)
            edits.write(to: &writer)
            writer.box("mdia") { writer in
                media.write(to: &writer, duration: duration)
                writer.fullBox("hdlr") { writer in
                    writer.zeros(4)
                    writer.name(isPicture ? "vide" : "soun")
                    writer.zeros(13)
                }
                writer.box("minf") { writer in
                    if isPicture {
                        writer.fullBox("vmhd", flags: 1) { $0.zeros(8) }
                    } else {
                        writer.fullBox("smhd") { $0.zeros(4) }
                    }
                    Self.writeSelfReference(to: &writer)
                    writer.box("stbl") { writer in
                        writer.fullBox("stsd") { writer in
                            writer.big(entries.count)
                            for entry in entries { writer.append(entry.bytes) }
                        }
                        samples.write(to: &writer, places: places, isLong: isLong)
                    }
                }
            }
        }
    }

    /// Says that the samples lie in the same file.
    private static func writeSelfReference(to writer: inout BoxWriter) {
        writer.box("dinf") { writer in
            writer.fullBox("dref") { writer in
                writer.big(1)
                writer.fullBox("url ", flags: 1) { _ in }
            }
        }
    }
}
