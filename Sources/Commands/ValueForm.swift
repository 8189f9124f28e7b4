internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import FoundationEssentials
internal import HTTPServer

/// How a value is written in a flag, a variable or a file, read back, and described to people.
struct ValueForm<Value: Sendable>: Sendable {
    let placeholder: String?
    let allowed: String
    let read: @Sendable (String) -> Value?
    let write: @Sendable (Value) -> String?

    /// The same, for a field that may be empty.
    var orNothing: ValueForm<Value?> {
        ValueForm<Value?>(
            placeholder: placeholder, allowed: allowed, read: { text in read(text).map { .some($0) } },
            write: { $0.flatMap(write) })
    }
}

extension ValueForm<String> {
    /// A file or folder name.
    static func path(_ placeholder: String) -> Self {
        Self(
            placeholder: placeholder, allowed: "the path of a file or folder; - is not one",
            read: { $0.isEmpty || $0 == "-" || $0.contains("\0") ? nil : $0 }, write: { $0 })
    }

    /// An http or https URL; a user or password in it is not shown.
    static let webAddress = Self(
        placeholder: "URL", allowed: "a URL such as https://cdn.example.com/push",
        read: { text in
            let isLink = ["https://", "http://"].contains {
                text.lowercased().hasPrefix($0) && text.count > $0.count && !text.hasPrefix($0 + "/")
            }
            return isLink && !text.unicodeScalars.contains { $0.isUnsafeToPrint || $0 == " " } ? text : nil
        },
        write: { $0.withoutCredentials })

    /// The same for what a path is put behind.
    static let serviceAddress = Self(
        placeholder: "URL",
        allowed: "the address of a service, such as https://push.example.com, without query, fragment and user",
        read: { text in webAddress.read(text).flatMap { $0.contains { "?#@".contains($0) } ? nil : $0 } },
        write: { $0 })

    /// An address of this machine, with a port.
    static let listenAddress = Self(
        placeholder: "ADDRESS",
        allowed: "an address in numbers and a port, such as 127.0.0.1:8080, [::1]:8080 or :8080",
        read: { ListenAddress($0) == nil ? nil : $0 }, write: { $0 })

    /// A word for an HTTP header.
    static let headerText = Self(
        placeholder: "TEXT", allowed: "up to 200 printable ASCII characters",
        read: { text in
            (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
        },
        write: { $0 })
}

extension ValueForm<Bool> {
    /// A switch: on with its bare flag.
    static let onOff = Self(
        placeholder: nil, allowed: "true or false (also 1, 0, yes, no, on, off)",
        read: { text in
            switch text.lowercased() {
            case "true", "1", "yes", "on": true
            case "false", "0", "no", "off": false
            default: nil
            }
        },
        write: { String($0) })
}

extension ValueForm<Int> {
    /// A whole number; 0 may stand for a choice of affix's own and is then not written.
    static func count(_ range: ClosedRange<Int>, zeroIsAbsence: Bool = false) -> Self {
        Self(
            placeholder: "N", allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            write: { $0 == 0 && zeroIsAbsence ? nil : String($0) })
    }
}

extension ValueForm<Duration> {
    /// A time with its unit, up to an hour.
    static let time = time(upTo: 3_600_000, "a time with its unit, such as 15s, 500ms or 2m, up to 1h")
    /// A time with its unit, up to a week.
    static let longTime = time(upTo: 7 * 86_400_000, "a time with its unit, such as 30m or 6h, up to 168h")

    private static func time(upTo most: Int, _ allowed: String) -> Self {
        Self(
            placeholder: "TIME", allowed: allowed,
            read: { text in
                let digits = text.prefix { $0.isASCII && $0.isNumber }
                let scale: [Substring: Int] = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
                guard let number = Int(digits), let unit = scale[text[digits.endIndex...]] else { return nil }
                let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit)
                guard !overflow, (1...most).contains(milliseconds) else { return nil }
                return .milliseconds(milliseconds)
            },
            write: { value in
                let milliseconds = Int(value.milliseconds)
                if milliseconds % 3_600_000 == 0 { return "\(milliseconds / 3_600_000)h" }
                return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
            })
    }
}

extension ValueForm<Double> {
    /// A percentage, with or without its sign.
    static let percent = Self(
        placeholder: "PERCENT", allowed: "a percentage from 0 to 100, such as 5 or 0.5%",
        read: { text in
            let number = Double(text.hasSuffix("%") ? String(text.dropLast()) : text)
            return number.flatMap { (0...100).contains($0) ? $0 : nil }
        },
        write: { $0 == $0.rounded() ? "\(Int($0))%" : "\($0)%" })
}

extension ValueForm<ManifestForm> {
    /// How a manifest is written.
    static let manifestForm = Self(
        placeholder: "FORM", allowed: ManifestForm.allCases.map(\.rawValue).inWords,
        read: { ManifestForm(rawValue: $0) }, write: { $0.rawValue })
}

extension ValueForm<[String]> {
    /// Addresses and CIDR blocks, separated by commas.
    static let networks = Self(
        placeholder: "CIDR,…", allowed: "addresses or CIDR blocks separated by commas, such as 10.1.0.0/16,fd00::/8",
        read: { text in
            let blocks = text.listed
            return blocks.allSatisfy(NetworkSpelling.isBlock) ? blocks : nil
        },
        write: { $0.isEmpty ? nil : $0.joined(separator: ",") })
}

extension ValueForm<[String]> {
    /// Host names, separated by commas; what they mean is judged where they are used.
    static let hosts = Self(
        placeholder: "HOST,…",
        allowed: "host names or addresses separated by commas, such as cdn.example.com,*.example.org,192.0.2.0/24",
        read: { text in
            let hosts = text.listed
            let isName: (String) -> Bool = { !$0.isEmpty && !$0.contains("/") && !$0.contains(":") }
            return hosts.allSatisfy { isName($0) || NetworkSpelling.isBlock($0) } ? hosts : nil
        },
        write: { $0.isEmpty ? nil : $0.joined(separator: ",") })
}

extension ValueForm<[String]> {
    /// Names of buckets, separated by commas.
    static let buckets = Self(
        placeholder: "BUCKET,…", allowed: "names of buckets separated by commas, such as pictures,campaign-2030",
        read: { text in
            let names = text.listed
            return names.allSatisfy { !$0.isEmpty && !$0.contains("/") } ? names : nil
        },
        write: { $0.isEmpty ? nil : $0.joined(separator: ",") })

    /// A program and its arguments: between blanks, or as a JSON list, where they may hold blanks themselves.
    static let commandLine = Self(
        placeholder: "COMMAND",
        allowed: "a program and its arguments between blanks, or, where one holds a blank or a quote, a JSON list",
        read: { text in
            guard !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return nil }
            if text.hasPrefix("[") {
                let words = try? JSONDecoder().decode([String].self, from: Data(text.utf8))
                return words.flatMap { $0.first?.isEmpty == false ? $0 : nil }
            }
            let words = text.split(separator: " ").map(String.init)
            // No shell takes quotes away here: whoever writes some means something else.
            return words.isEmpty || words.contains(where: \.isQuoted) ? nil : words
        },
        write: { words in
            let isPlain = words.allSatisfy { !$0.isEmpty && !$0.contains(" ") && !$0.isQuoted && $0.first != "[" }
            if isPlain { return words.isEmpty ? nil : words.joined(separator: " ") }
            return String(JSONLine.of(words).dropLast())
        })
}

extension ValueForm<String> {
    /// Where a bucket stands in requests.
    static let bucketStyle = Self(
        placeholder: "STYLE", allowed: "auto, path or host",
        read: { ["auto", "path", "host"].contains($0) ? $0 : nil },
        write: { $0 })
}

extension ValueForm<[Int]> {
    /// Port numbers, separated by commas.
    static let ports = Self(
        placeholder: "PORT,…", allowed: "port numbers from 1 to 65535, separated by commas",
        read: { text in
            let words = text.listed
            let ports = words.compactMap(Int.init).filter { (1...65_535).contains($0) }
            return !ports.isEmpty && ports.count == words.count ? ports : nil
        },
        write: { $0.map(String.init).joined(separator: ",") })
}

extension String {
    /// Whether a shell would take quotes away from a word.
    fileprivate var isQuoted: Bool {
        ["\"", "'"].contains { quote in hasPrefix(quote) || !count(where: { String($0) == quote }).isMultiple(of: 2) }
    }

    /// A URL whose user and password are starred out.
    fileprivate var withoutCredentials: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let authority = self[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return self }
        return self[..<scheme.upperBound] + "***" + self[at...]
    }

    /// The words between commas, without the spaces around them.
    fileprivate var listed: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    }
}

extension [String] {
    /// "a, b or c".
    var inWords: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
