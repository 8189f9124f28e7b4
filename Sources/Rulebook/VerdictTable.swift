internal import AttachmentModel

/// The verdicts as a table in Markdown, for the README: each row is judged, none is written down.
package enum VerdictTable {
    /// One kind of file that somebody may have, and an example of it.
    private struct Example {
        let words: String
        let facts: MediaFacts

        init(_ words: String, _ kind: MediaKind, _ change: (inout MediaFacts) -> Void = { _ in }) {
            self.words = words
            var facts = MediaFacts(kind: kind, bytes: 200_000)
            if kind.mediaClass == .image { (facts.width, facts.height, facts.frames) = (1024, 1024, 1) }
            if kind.mediaClass == .movie { (facts.codecs, facts.duration) = (["h264", "aac"], 10) }
            if kind.mediaClass == .audio { facts.duration = 10 }
            change(&facts)
            self.facts = facts
        }
    }

    package static var markdown: String {
        let head = """
            | What comes in | Verdict | First reason | iOS error | What it takes |
            |---|---|---|---|---|

            """
        return head + (kinds + findings).map { "| \($0.words) | \(cells(of: $0.facts)) |\n" }.joined()
    }

    /// Every kind that is media, sound and of a fitting size; those that are judged alike in one row.
    private static var kinds: [Example] {
        var examples: [Example] = []
        var rows: [(cells: String, mediaClass: MediaClass)] = []
        for kind in MediaKind.allCases where kind.mediaClass != .foreign {
            let example = Example(kind.words, kind)
            let cells = cells(of: example.facts)
            if let row = rows.firstIndex(where: { $0.cells == cells && $0.mediaClass == kind.mediaClass }) {
                examples[row] = Example(examples[row].words + ", " + kind.words, examples[row].facts.kind)
            } else {
                rows.append((cells, kind.mediaClass))
                examples.append(example)
            }
        }
        return examples
    }

    /// What may be found about a file of any of these kinds.
    private static let findings = [
        Example("JPEG of 4032x3024 with metadata", .jpeg) {
            ($0.width, $0.height) = (4032, 3024)
            $0.traits = [.metadata]
        },
        Example("JPEG without its end mark, every row there", .jpeg) { $0.warnings = [.endMissing] },
        Example("GIF of 480x270 that moves", .gif) { ($0.width, $0.height, $0.frames) = (480, 270, 60) },
        Example("GIF that moves, of 4.6 MB", .gif) { ($0.bytes, $0.frames) = (4_600_000, 60) },
        Example("WebP that moves", .webp) { $0.frames = 60 },
        Example("picture with bytes behind its end", .png) { $0.traits = [.trailingBytes] },
        Example("picture over 10 MB", .png) { $0.bytes = 10_000_001 },
        Example("movie over 50 MB and 30 s", .mp4) { ($0.bytes, $0.duration) = (50_000_001, 31) },
        Example("movie over 30 s", .mp4) { $0.duration = 31 },
        Example("movie over 7.5 MB, one and a half times its goal", .mp4) { $0.bytes = 7_500_001 },
        Example("audio over 5 MB", .mp3) { $0.bytes = 5_000_001 },
        Example("movie with its index behind its media", .mp4) { $0.traits = [.moovLast] },
        Example("movie in fragments", .mp4) { $0.traits = [.fragmented] },
        Example("movie or audio with tags, a place, a cover, or a track of text or data", .m4a) {
            $0.carried = [.tags]
        },
        Example("MPEG-4 movie with HEVC tagged `hev1`", .mp4) { $0.codecs = ["hev1", "aac"] },
        Example("Matroska movie with codecs the device lacks, such as those of WebM", .matroska) {
            $0.codecs = ["vp9", "opus"]
        },
        Example("WAV or AIFF with samples in floating point or packed", .wav) { $0.codecs = ["pcm-float"] },
        Example("MPEG-4 movie with VP9, AV1 or another codec the device lacks", .mp4) { $0.codecs = ["vp9"] },
        Example("file that ends too early, whether it says so or a false end hides it", .jpeg) {
            $0.wholeness = .truncated
        },
        Example("file that contradicts its own format", .png) { $0.wholeness = .corrupt },
        Example("file under encryption", .mp4) { $0.traits = [.encrypted] },
        Example("picture over 50 megapixels", .png) { ($0.width, $0.height) = (10_000, 5_001) },
        Example("animation over 3000 frames", .gif) { ($0.width, $0.height, $0.frames) = (10, 10, 3_001) },
        Example("animation over 500 megapixels in all", .gif) { $0.frames = 1_000 },
        Example("movie or audio over an hour", .mp4) { $0.duration = 3_601 },
        Example("anything that is no media", .html),
    ]

    private static func cells(of facts: MediaFacts) -> String {
        let verdict = Verdict(on: facts, profile: .push, limits: SourceLimits())
        let reason = verdict.reasons.first
        let code = reason.map { "`\($0.code)`" } ?? ""
        let error = reason?.iosError.map(String.init) ?? ""
        return [verdict.answer.rawValue, code, error, verdict.work.map(\.rawValue).joined(separator: ", ")]
            .joined(separator: " | ")
    }
}
