internal import AttachmentModel

/// A drawing that stands for what cannot be shown on a page that must not load anything.
enum ReportGlyph {
    static func of(_ facts: MediaFacts) -> HTML {
        let shape: HTML =
            switch facts.mediaClass {
            case .movie: "<path d=\"M8 5v14l11-7z\"/>"
            case .audio: "<path d=\"M4 10h2v4H4zm4-3h2v10H8zm4-3h2v16h-2zm4 4h2v8h-2zm4 2h2v4h-2z\"/>"
            case .image, .foreign: "<path d=\"M4 5h16v14H4zm2 12h12l-4-6-3 4-2-2z\"/>"
            }
        return "<svg aria-hidden=\"true\" viewBox=\"0 0 24 24\">\(shape)</svg>"
    }
}
