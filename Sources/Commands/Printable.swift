internal import AttachmentModel

extension String {
    /// The text without anything a terminal could take for a command: for every word that comes from outside.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnsafeToPrint) else { return self }
        var kept = UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.lazy.filter { !$0.isUnsafeToPrint })
        return String(kept)
    }
}
