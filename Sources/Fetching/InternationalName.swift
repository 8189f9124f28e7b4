/// Host names in other scripts than Latin, on their way to the ASCII form that the name system knows (RFC 3492).
enum InternationalName {
    /// The name in lowercase ASCII; `nil` when it cannot be written so.
    static func ascii(_ name: String) -> String? {
        let dotted = name.map { "。．｡".contains($0) ? "." : $0 }
        var labels: [String] = []
        for label in dotted.split(separator: ".", omittingEmptySubsequences: false) {
            let label = String(label).lowercased()
            if label.utf8.allSatisfy({ $0 < 0x80 }) {
                labels.append(label)
            } else {
                guard let encoded = punycode(Array(label.unicodeScalars)) else { return nil }
                labels.append("xn--" + encoded)
            }
        }
        guard labels.allSatisfy({ $0.utf8.count <= 63 }) else { return nil }
        return labels.joined(separator: ".")
    }

    /// The encoder of RFC 3492, section 6.3; the names follow it.
    private static func punycode(_ label: [Unicode.Scalar]) -> String? {
        guard label.count <= 63 else { return nil }
        var output = String(String.UnicodeScalarView(label.filter(\.isASCII)))
        let basicCount = output.utf8.count
        if basicCount > 0 { output += "-" }
        var (next, delta, bias, handled) = (UInt32(128), 0, 72, basicCount)
        while handled < label.count {
            guard let least = label.map(\.value).filter({ $0 >= next }).min() else { return nil }
            // At most 63 scalars below 0x110000: no sum here comes near an overflow.
            delta += Int(least - next) * (handled + 1)
            next = least
            for scalar in label {
                if scalar.value < next { delta += 1 }
                guard scalar.value == next else { continue }
                output += digits(of: delta, bias: bias)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    private static func digits(of number: Int, bias: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        var (rest, threshold, text) = (number, 36, "")
        while true {
            let limit = min(max(threshold - bias, 1), 26)
            guard rest >= limit else { return text + String(alphabet[rest]) }
            text.append(alphabet[limit + (rest - limit) % (36 - limit)])
            rest = (rest - limit) / (36 - limit)
            threshold += 36
        }
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var bias = 0
        while rest > 455 {
            rest /= 35
            bias += 36
        }
        return bias + 36 * rest / (rest + 38)
    }
}
