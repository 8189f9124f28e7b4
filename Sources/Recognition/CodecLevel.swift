internal import ForeignBytes

/// The profile and level of H.264 or HEVC, from the decoder's configuration in a sample entry.
struct CodecLevel: Equatable {
    let profile: String
    let level: Double

    /// Finds an `avcC` or `hvcC` box among the parts of an entry; `nil` without a whole one.
    init?(in parts: ByteWindow) {
        if let box = (try? parts.box("avcC")) ?? nil {
            self.init(box, of: "h264")
        } else if let box = (try? parts.box("hvcC")) ?? nil {
            self.init(box, of: "hevc")
        } else {
            return nil
        }
    }

    /// Reads the configuration of a codec; `nil` for other codecs than these two, and for a short one.
    init?(_ configuration: ByteWindow, of codec: String?) {
        switch codec {
        case "h264":
            guard let number = try? configuration.byte(at: 1), let constraints = try? configuration.byte(at: 2),
                let level = try? configuration.byte(at: 3)
            else { return nil }
            self.init(h264: number, constraints, level: level)
        case "hevc":
            guard let number = try? configuration.byte(at: 1), let level = try? configuration.byte(at: 12) else {
                return nil
            }
            self.init(hevc: number & 31, level: level)
        default: return nil
        }
    }

    /// Of the numbers in a sequence parameter set of H.264.
    init(h264 number: Int, _ constraints: Int, level: Int) {
        profile = Self.h264Profile(number, constraints)
        self.level = Double(level) / 10
    }

    /// Of those in one of HEVC.
    init(hevc number: Int, level: Int) {
        profile = Self.hevcProfile(number)
        self.level = Double(level) / 30
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
