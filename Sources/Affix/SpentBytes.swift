internal import Handover

/// A source and what was made of it, when nobody needs them any more.
final class SpentBytes: Sendable {
    private let download: Download
    private let rendition: Rendition

    init(_ download: consuming Download, _ rendition: consuming Rendition) {
        self.download = download
        self.rendition = rendition
    }
}
