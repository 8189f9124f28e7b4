internal import AttachmentModel
internal import Handover

/// A value as one line of JSON.
package enum JSONLine {
    /// One object on one line, with its end of line.
    ///
    /// JSON lets C1 controls and direction marks stand in a text; a terminal that shows the line must not obey them,
    /// so they are escaped. Outside texts JSON is plain ASCII, therefore no such character can stand anywhere else.
    package static func of(_ value: some Encodable) -> String {
        guard let bytes = try? JSONText.bytes(value) else {
            // Only a number that is no number gets here, and the model makes none.
            return #"{"problem":{"code":"internal"}}"# + "\n"
        }
        // Most lines hold nothing beyond plain ASCII, in which JSON leaves no control standing but one.
        guard bytes.contains(where: { $0 >= 0x7F }) else { return String(decoding: bytes, as: UTF8.self) + "\n" }
        var line = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.isUnsafeToPrint {
                let digits = String(scalar.value, radix: 16)
                line += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line + "\n"
    }
}
