package import AttachmentModel

/// Keeps the bytes of a download for whoever reads them later, and again.
package final class HeldDownload: FileHolder {
    private let download: Download

    package init(_ download: consuming Download) {
        self.download = download
    }

    package var number: Int32 { download.descriptor.number }

    /// The same as a source.
    package var file: HeldFile {
        HeldFile(count: download.count, digest: download.digest, holder: self)
    }
}
