internal import AttachmentModel

extension ValueForm<AttachmentProfile> {
    /// A profile by its name.
    static let profile = Self(
        placeholder: "NAME", allowed: AttachmentProfile.named.map(\.name).inWords,
        read: { text in AttachmentProfile.named.first { $0.name == text } }, write: { $0.name })
}

extension ValueForm<[AttachmentProfile]> {
    /// Profiles by their names, separated by commas; each once.
    static let profiles = Self(
        placeholder: "NAME,…", allowed: "different names out of \(AttachmentProfile.named.map(\.name).inWords)",
        read: { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let profiles = words.compactMap { word in AttachmentProfile.named.first { $0.name == word } }
            return profiles.count == words.count && Set(words).count == words.count ? profiles : nil
        },
        write: { $0.isEmpty ? nil : $0.map(\.name).joined(separator: ",") })
}

extension ValueForm {
    /// One word out of a closed set.
    static func word(_ placeholder: String) -> Self
    where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
        Self(
            placeholder: placeholder, allowed: Value.allCases.map(\.rawValue).inWords, read: { Value(rawValue: $0) },
            write: { $0.rawValue })
    }
}

extension ValueForm<AttachmentProfile.Geometry> {
    static let geometry: Self = .word("HOW")
}

extension ValueForm<AttachmentProfile.Format> {
    static let format: Self = .word("FORMAT")
}

extension ValueForm<AttachmentProfile.Animation> {
    static let animation: Self = .word("WHAT")
}

extension ValueForm<Gravity> {
    /// A word, or a point in units of the picture.
    static let gravity = Self(
        placeholder: "WHERE",
        allowed: "centre, attention, entropy, or a point as X,Y from 0,0 (top left) to 1,1 (bottom right)",
        read: { Gravity($0) }, write: { $0.text })
}

extension ValueForm<Colour> {
    /// Red, green and blue in hexadecimal digits.
    static let colour = Self(
        placeholder: "COLOUR", allowed: "a colour as #rrggbb", read: { Colour($0) }, write: { $0.text })
}

extension ValueForm<Bool> {
    /// A choice that may be left to somebody else, so that it is no bare switch.
    static let choice = Self(
        placeholder: "BOOL", allowed: ValueForm<Bool>.onOff.allowed, read: ValueForm<Bool>.onOff.read,
        write: { String($0) })
}

extension ValueForm<Int> {
    /// A side of the frame in pixels.
    static let side = Self.count(1...AttachmentProfile.longestSide)

    /// A JPEG quality.
    static let quality = Self.count(1...100)

    /// A size in bytes, in powers of ten as the caps are.
    static let bytes = Self(
        placeholder: "BYTES", allowed: "bytes from 1000 to 10MB, such as 300kB or 300000",
        read: { text in
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let scale: [Substring: Int] = ["": 1, "kB": 1_000, "MB": 1_000_000]
            guard let number = Int(digits), let unit = scale[text[digits.endIndex...]] else { return nil }
            let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
            return !overflow && (1_000...10_000_000).contains(bytes) ? bytes : nil
        },
        write: { $0 % 1_000 == 0 ? "\($0 / 1_000)kB" : String($0) })
}
