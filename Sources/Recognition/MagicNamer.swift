internal import CMagic
internal import ForeignBytes

/// libmagic's name for a foreign file; owner of its cookie, for one thread.
///
/// The database is read when it is made. Without one, files stay without a name.
@safe final class MagicNamer {
    private static let mostLookedAt = 65_536
    private static let longestName = 120

    private let cookie: magic_t?

    init() {
        unsafe cookie = affix_magic_open()
    }

    deinit {
        unsafe magic_close(cookie)
    }

    /// The library, its version, and whether it has its database.
    var library: String {
        let version = magic_version()
        let isReady = unsafe cookie != nil
        return "libmagic \(version / 100).\(version % 100)" + (isReady ? "" : " without its database")
    }

    /// A name on one line; `nil` when libmagic has none better than "data".
    func name(of file: ByteWindow) -> String? {
        guard let cookie = unsafe cookie else { return nil }
        let name = unsafe file.clipped(at: 0, count: Self.mostLookedAt).withBytes { bytes -> String? in
            guard let text = unsafe magic_buffer(cookie, bytes.baseAddress, bytes.count) else { return nil }
            return unsafe String(cString: text)
        }
        let line = name.map(Self.cleaned) ?? ""
        return line.isEmpty || line == "data" ? nil : line
    }

    private static func cleaned(_ name: String) -> String {
        let visible = name.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: visible.prefix(longestName))
        return String(line)
    }
}
