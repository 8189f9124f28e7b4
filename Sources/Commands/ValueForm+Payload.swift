internal import AttachmentModel
internal import Push

extension ValueForm<String> {
    /// A text that a person reads.
    static let text = Self(
        placeholder: "TEXT", allowed: "a text of up to 100000 characters",
        read: { $0.isEmpty || $0.utf8.count > 100_000 || $0.contains("\0") ? nil : $0 }, write: { $0 })

    /// The reverse domain name by which Apple knows an app.
    static let bundle = Self(
        placeholder: "BUNDLE", allowed: "a bundle ID such as com.example.app",
        read: { text in
            let isLetter: (UInt8) -> Bool = { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            return (1...255).contains(text.utf8.count) && text.utf8.allSatisfy(isLetter) ? text : nil
        },
        write: { $0 })
}

extension ValueForm<[String]> {
    /// Names of presets; whether there are such is known once the file of the caller's own is read.
    static let presets = Self(
        placeholder: "NAME,…",
        allowed: "different names out of \(PayloadPreset.known.map(\.name).inWords), or of --preset-file",
        read: { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return names.contains("") || Set(names).count != names.count ? nil : names
        },
        write: { $0.joined(separator: ",") })
}

extension ValueForm<PushType> {
    static let pushType: Self = .word("TYPE")
}

extension ValueForm<LinkFit> {
    /// A time, and the link on which a phone should need no longer.
    static let linkFit = Self(
        placeholder: "TIME@LINK",
        allowed: "a time and a link on which at least 1 kB arrives in it, such as 10s@1.6mbps, or as link "
            + MobileLink.all.map(\.name).inWords,
        read: { LinkFit($0) }, write: { $0.text })
}
