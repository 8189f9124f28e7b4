import AttachmentModel
import MediaSamples
import TestSupport
import Testing

/// Every sample gets its verdict, and what prepare does agrees with it.
struct VerdictTests {
    /// What becomes of a sample.
    enum Fate: Equatable, CustomStringConvertible {
        /// iOS shows it as it is, and it is published without change.
        case passes
        /// iOS shows it as it is, and it is packed anew without loss.
        case isRepacked
        /// iOS shows it as it is, and it is published in the profile's shape.
        case isShaped
        /// iOS would not show it, and it is converted.
        case isRescued
        /// iOS would not show it, and it is packed anew without loss.
        case isRewrapped
        /// It is decoded and encoded anew, be it that iOS does not show it or that not every push client does.
        case isEncoded(isShown: Bool)
        /// Nothing can be made of it.
        case isRefused(PreparationError.Code)

        var description: String {
            switch self {
            case .passes: "passes"
            case .isRepacked: "is repacked"
            case .isShaped: "is shaped"
            case .isRescued: "is rescued"
            case .isRewrapped: "is rewrapped"
            case .isEncoded: "is encoded"
            case .isRefused(let code): code.text
            }
        }
    }

    static let fates: [(MediaSample, Fate)] = MediaSample.allCases.map { ($0, fate(of: $0)) }

    private static func fate(of sample: MediaSample) -> Fate {
        switch sample {
        case .photoFitting, .moovFirst, .portraitRotated, .silentMP4, .wav, .aiff: .passes
        case .moovLast, .fragmented, .m4aAAC, .m4aALAC, .audioOnlyISOM, .m4aCoverArt, .mp3CoverArt, .mp3WithID3,
            .mp3WithoutID3, .mp3BadID3Length:
            .isRepacked
        case .hevcTaggedHEV1, .quickTime, .bareAAC, .h264Matroska: .isRewrapped
        case .animatedGIF, .animatedPNG, .alphaPNG, .deepPNG, .opaqueAlphaPNG, .palettePNG, .screenshot, .stillGIF,
            .photo1200x800, .photo12MPRotated, .photoCMYK, .photoYCCK, .photoDisplayP3, .photoProgressive,
            .scriptBehindPNG, .orientation1, .orientation2, .orientation3, .orientation4, .orientation5, .orientation6,
            .orientation7, .orientation8, .noEndJPEG:
            .isShaped
        case .animatedWebP, .alphaWebP, .photoWebP, .webPNamedJPEG, .photoHEIC, .photoAVIF, .photoArithmetic,
            .smallTIFF, .pyramidTIFF,
            .smallBMP:
            .isRescued
        case .vp9WebM, .flac, .opusOgg, .vorbisOgg, .wma, .silenceAMR, .hdr422, .oddSides: .isEncoded(isShown: false)
        case .part2AVI, .interlacedMPEG, .floatWAV, .ulawAIFC: .isEncoded(isShown: true)
        case .thirtyFiveSeconds: .isRepacked
        case .emptyJPEG: .isRefused(.mediaEmpty)
        case .drawingNamedJPEG, .pageNamedJPEG: .isRefused(.mediaUnsupportedType)
        case .bombGIF, .bombPNG: .isRefused(.mediaTooManyPixels)
        case .scriptGIF: .isRefused(.mediaCorrupt)
        case .manyFramesGIF: .isRefused(.mediaTooManyTotalPixels)
        case .forgedEndJPEG, .truncatedGIF, .truncatedJPEG, .truncatedMP4, .truncatedPNG: .isRefused(.mediaTruncated)
        }
    }

    @Test(arguments: fates) func `inspect says it`(sample: MediaSample, fate: Fate) async throws {
        try await Workbench.with { bench in
            let verdict = try await bench.inspect(sample).verdict
            switch fate {
            case .passes, .isRepacked, .isShaped: #expect(verdict.answer == .attachable)
            case .isRescued, .isRewrapped: #expect(verdict.answer == .needsWork)
            case .isEncoded(let isShown):
                #expect(verdict.answer == (isShown ? .attachable : .needsWork))
                #expect(verdict.reasons.map(\.code) == (isShown ? [] : ["media-unsupported-type"]))
                #expect(verdict.work == [.transcode])
            case .isRefused(let code):
                #expect(verdict.answer == .refused)
                #expect(verdict.reasons.map(\.code) == [code.text])
                #expect(verdict.work.isEmpty)
            }
            #expect(verdict.reasons.first.map(\.iosError) == Self.iosError(of: fate))
            #expect(bench.leftovers.isEmpty)
        }
    }

    /// What the device would log first; no error where there is no reason, and none of its own where the bound is affix's.
    private static func iosError(of fate: Fate) -> Int?? {
        switch fate {
        case .passes, .isRepacked, .isShaped, .isEncoded(isShown: true): nil
        case .isRescued, .isRewrapped, .isEncoded, .isRefused(.mediaUnsupportedType): 101
        case .isRefused(.mediaTooManyPixels), .isRefused(.mediaTooManyTotalPixels): .some(nil)
        case .isRefused: 105
        }
    }

    /// Properties that break particular clients, in the samples that have any.
    private static let warnings: [MediaSample: Set<MediaWarning>] = [
        .animatedPNG: [.animatedPNG], .moovLast: [.moovLast], .hevcTaggedHEV1: [], .mp3WithoutID3: [.mp3WithoutID3],
        .audioOnlyISOM: [.unusualBrand, .extensionDisagrees, .moovLast], .webPNamedJPEG: [.extensionDisagrees],
        .noEndJPEG: [.endMissing, .jpegWithoutJFIF], .forgedEndJPEG: [.jpegWithoutJFIF],
        .scriptBehindPNG: [.trailingBytes], .photoFitting: [], .photo12MPRotated: [.jpegWithoutJFIF],
        .photoDisplayP3: [.jpegWithoutJFIF], .moovFirst: [],
    ]

    @Test(arguments: warnings) func `inspect names what breaks some clients`(
        sample: MediaSample, warnings: Set<MediaWarning>
    ) async throws {
        let found = try await Workbench.with { try await $0.inspect(sample).facts.warnings }
        #expect(Set(found) == warnings)
    }

    @Test(arguments: fates) func `prepare does it`(sample: MediaSample, fate: Fate) async throws {
        try await Workbench.with { bench in
            switch fate {
            case .passes:
                let receipt = try await bench.prepare(sample.source)
                #expect(receipt.path == .pass)
                #expect(receipt.digest == receipt.source.digest)
                #expect(receipt.url.hasSuffix("." + receipt.facts.kind.fileExtension))
            case .isShaped, .isRescued:
                let path: RenderPath = sample == .scriptBehindPNG ? .remux : .render
                #expect(try await bench.prepare(sample.source).path == path)
            case .isRepacked, .isRewrapped:
                let receipt = try await bench.prepare(sample.source)
                #expect(receipt.path == .remux)
                #expect(receipt.facts.carried.isEmpty && receipt.facts.traits.isEmpty && !receipt.steps.isEmpty)
                // Packed once, it passes.
                #expect(try await bench.prepare(.file(path: bench.file(of: receipt))).path == .pass)
            case .isEncoded:
                let receipt = try await bench.prepare(sample.source)
                #expect(receipt.path == .transcode)
                #expect(receipt.facts.carried.isEmpty && receipt.facts.traits.isEmpty && !receipt.steps.isEmpty)
                #expect(try await bench.prepare(.file(path: bench.file(of: receipt))).path == .pass)
            case .isRefused(let code):
                #expect(await problemCode { _ = try await bench.prepare(sample.source) } == code)
                #expect(bench.leftovers.isEmpty)
            }
        }
    }

    @Test func `without rescue what iOS would not show is refused by its own reason`() async throws {
        var strict = AttachmentProfile.push
        strict.rescue = false
        try await Workbench.with { bench in
            let code = await problemCode { _ = try await bench.prepare(MediaSample.photoWebP.source, strict) }
            #expect(code == .mediaUnsupportedType)
        }
    }
}
