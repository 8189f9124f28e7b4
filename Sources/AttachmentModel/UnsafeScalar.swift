extension Unicode.Scalar {
    /// Whether a terminal could take this for a command, or a reader be misled about the order of the text.
    ///
    /// These are the C0 and C1 controls, the line separators, and the marks that turn the direction of writing.
    package var isUnsafeToPrint: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }
}
