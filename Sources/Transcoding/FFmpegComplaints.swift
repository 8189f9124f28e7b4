package import AttachmentModel
internal import Confinement
internal import Glibc
package import Handover

/// What ffmpeg complained of, and the one cause that is made of it.
package struct FFmpegComplaints: Hashable, Sendable {
    /// Lines that are kept: the first say what is wrong, the last why it ended.
    private static let mostKept = 12

    private var first: [String] = []
    private var last: [String] = []
    /// How many there were.
    package private(set) var count = 0

    package init() {}

    package mutating func note(_ line: String) {
        count += 1
        if first.count < Self.mostKept {
            first.append(line)
        } else {
            if last.count == Self.mostKept { last.removeFirst() }
            last.append(line)
        }
    }

    /// Those that are kept.
    package var lines: [String] { first + last }

    /// A part of what is said, and what it means; the first row that fits is taken.
    private static let causes: [(words: [String], code: PreparationError.Code, happening: String?)] = [
        (
            ["error while loading shared libraries", TranscoderArguments.complaint], .configurationMachine,
            "ffmpeg cannot be started behind its lock"
        ),
        // Of another program, or of an ffmpeg that is too old.
        (
            ["nrecognized option", "invalid option"], .configurationMachine,
            "The program named as ffmpeg is none that is usable"
        ),
        (
            ["Unknown encoder", "Encoder not found", "No such filter"], .renderTranscoderMissing,
            "This ffmpeg lacks an encoder or a filter that is needed"
        ),
        (["Cannot allocate memory", "Out of memory", "malloc of size", "alloc failed"], .renderOutOfMemory, nil),
        (["File too large"], .renderCapUnreachable, nil),
        (["No space left on device"], .publishNoSpace, nil),
        (["matches no streams", "does not contain any stream", "nothing was encoded"], .mediaNoPicture, nil),
        (
            [
                "no decoder found", "Decoder not found", "Unknown decoder", "not implemented", "not supported",
                "Unsupported codec",
            ],
            .renderUnsupported, "ffmpeg has no decoder for this file"
        ),
        (["partial file", "ends prematurely", "Truncated", "End of file"], .mediaTruncated, nil),
        (
            ["Invalid data found", "moov atom not found", "codec parameters", "max_error_rate", "corrupt"],
            .mediaCorrupt,
            "ffmpeg cannot decode the file"
        ),
    ]

    /// Why it ended as it did; `nil` when it ended well.
    package func problem(_ ending: ProcessEnding) -> PreparationError? {
        switch ending {
        case .status(0): return nil
        // More bytes than the lock lets it write, and more time on the processor.
        case .signal(SIGXFSZ): return PreparationError(.renderCapUnreachable, detail: detail(ending))
        case .signal(SIGXCPU): return PreparationError(.renderTimeout, detail: detail(ending))
        case _ where ending.isOfKilledFFmpeg:
            return PreparationError(
                .overloaded, "ffmpeg was killed from outside, as a machine does that has no memory left",
                detail: detail(ending))
        case .signal, .unknown: return PreparationError(.renderCrashed, detail: detail(ending))
        case .status:
            for cause in Self.causes {
                let isMet = lines.contains { line in cause.words.contains { line.contains($0) } }
                if isMet {
                    return PreparationError(cause.code, cause.happening, detail: detail(ending), stage: .render)
                }
            }
            return PreparationError(
                .mediaCorrupt, "ffmpeg cannot convert the file", detail: detail(ending), stage: .render)
        }
    }

    /// The first complaint without the address of the object that made it, and how it ended.
    private func detail(_ ending: ProcessEnding) -> String {
        let complaint = first.first.map { line in
            let text = line.hasPrefix("[") ? line.drop { $0 != "]" }.dropFirst(2) : line[...]
            return "ffmpeg: \(text.prefix(200)); "
        }
        return (complaint ?? "") + "\(ending)"
    }
}

extension ProcessEnding {
    /// Whether a signal ended an ffmpeg that ended so: it takes most of them for a request, and gives way to the first by
    /// 255, to the fourth by 123, without a word.
    package var isOfKilledFFmpeg: Bool { isFromOutside || [.status(255), .status(123)].contains(self) }
}
