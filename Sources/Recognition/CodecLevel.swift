internal import ForeignBytes

/// The profile and level of H.264 or HEVC, from the decoder's configuration in a sample entry.
struct CodecLevel: Equatable {
    let profile: String
    let level: Double

    /// Finds an `avcC` or `hvcC` box among the parts of an entry; `nil` without a whole one.
    init?(in parts: ByteWindow) {
        let h264 = (try? parts.box("avcC")) ?? nil
        let hevc = (try? parts.box("hvcC")) ?? nil
        if let h264, let number = try? h264.byte(at: 1), let constraints = try? h264.byte(at: 2),
            let level = try? h264.byte(at: 3)
        {
            profile = Self.h264Profile(number, constraints)
            self.level = Double(level) / 10
        } else if let hevc, let number = try? hevc.byte(at: 1), let level = try? hevc.byte(at: 12) {
            profile = Self.hevcProfile(number & 31)
            self.level = Double(level) / 30
        } else {
            return nil
        }
    }

    /// Numbers of ISO/IEC 14496-10, annex A; the second constraint makes a baseline one that a main decoder plays.
    private static func h264Profile(_ number: Int, _ constraints: Int) -> String {
        switch number {
        case 66: constraints & 0x40 != 0 ? "constrained baseline" : "baseline"
        case 77: "main"
        case 88: "extended"
        case 100: "high"
        case 110: "high 10"
        case 122: "high 4:2:2"
        case 244: "high 4:4:4"
        default: String(number)
        }
    }

    /// Numbers of ISO/IEC 23008-2, annex A.
    private static func hevcProfile(_ number: Int) -> String {
        switch number {
        case 1: "main"
        case 2: "main 10"
        case 3: "main still picture"
        case 4: "range extensions"
        default: String(number)
        }
    }
}
