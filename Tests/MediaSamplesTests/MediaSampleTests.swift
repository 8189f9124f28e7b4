internal import Foundation
internal import MediaSamples
internal import Testing

@Suite struct MediaSampleTests {
    /// The media files below the samples' folder, as paths inside it.
    private func filesOnDisk() throws -> Set<String> {
        let kinds = ["images", "movies", "audio", "hostile"]
        return try kinds.reduce(into: []) { found, kind in
            let folder = MediaSample.folder.appending(path: kind)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                found.insert("\(kind)/\(name)")
            }
        }
    }

    @Test func `every file has a case and every case a file`() throws {
        #expect(try filesOnDisk() == Set(MediaSample.allCases.map(\.rawValue)))
    }

    @Test func `all samples together stay under eight megabytes`() throws {
        let total = try MediaSample.allCases.reduce(0) { try $0 + $1.bytes.count }
        #expect(total < 8_000_000)
    }

    @Test(arguments: MediaSample.allCases)
    func `the README names it`(sample: MediaSample) throws {
        let readme = try String(contentsOf: MediaSample.folder.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("`\(sample.url.lastPathComponent)`"))
    }

    @Test(arguments: MediaSample.allCases)
    func `it has bytes unless it is the empty one`(sample: MediaSample) throws {
        #expect(try sample.bytes.isEmpty == (sample == .emptyJPEG))
    }
}
