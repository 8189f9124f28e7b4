internal import AttachmentModel

/// Quantities as people say them.
enum Humane {
    /// `812 bytes`, `4.2 kB`, `2.4 MB`: powers of ten, as Apple's caps are.
    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1_000: count == 1 ? "1 byte" : "\(count) bytes"
        case ..<999_500: tenths(Double(count) / 1e3) + " kB"
        case ..<999_500_000: tenths(Double(count) / 1e6) + " MB"
        default: tenths(Double(count) / 1e9) + " GB"
        }
    }

    /// `86 ms`, `1.2 s`, `2 min 5 s`.
    static func time(milliseconds: Double) -> String {
        switch milliseconds.isFinite ? milliseconds : 0 {
        case let few where few < 9.95: tenths(max(0, few)) + " ms"
        case let some where some < 999.5: "\(Int(some.rounded())) ms"
        case let many where many < 59_950: tenths(many / 1_000) + " s"
        case let long where long < 1e12:
            "\(Int((long / 1_000).rounded()) / 60) min \(Int((long / 1_000).rounded()) % 60) s"
        default: "for ever"
        }
    }

    /// `0.4`, `35`, `1200`: how often something happens.
    static func rate(_ value: Double) -> String { tenths(min(value, 1e9)) }

    /// What a file is: `JPEG picture, 4032x3024, 2.4 MB`, and what is remarkable about it.
    static func facts(_ facts: MediaFacts) -> String {
        var words = [facts.description.map { "\(facts.kind.words) (\($0))" } ?? facts.kind.words]
        if let width = facts.width, let height = facts.height { words.append("\(width)x\(height)") }
        words.append(bytes(facts.bytes))
        if let frames = facts.frames, frames > 1 { words.append("\(frames) frames") }
        if let duration = facts.duration { words.append(time(milliseconds: duration * 1_000)) }
        if !facts.codecs.isEmpty { words.append(facts.codecs.joined(separator: " and ")) }
        if facts.orientation != 1 { words.append("stored turned (orientation \(facts.orientation))") }
        if facts.alpha { words.append("with transparency") }
        if facts.wholeness != .complete { words.append(facts.wholeness.rawValue) }
        return words.joined(separator: ", ")
    }

    /// One decimal below a hundred, where it is not 0.
    private static func tenths(_ value: Double) -> String {
        let count = Int((value * 10).rounded())
        if count >= 1_000 { return "\(Int(value.rounded()))" }
        return count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}
