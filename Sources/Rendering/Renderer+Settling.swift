package import AttachmentModel
internal import CVips
package import Handover
internal import Rulebook

extension Renderer {
    /// Decodes a picture to its last row, every frame of it, and says what that changes in its facts.
    ///
    /// The structure of a file cannot tell whether its rows are there: an end may be missing behind the last row, or
    /// stand where rows were cut off.
    ///
    /// - Parameter media: mapped for `kind`, see `MappedMedia.closing`.
    package func settle(_ facts: MediaFacts, _ media: MappedMedia) throws(PreparationError) -> MediaFacts {
        var settled = facts
        if facts.kind == .jpeg {
            try settled.settle(by: JPEGSurvey(of: media))
            return settled
        }
        if facts.kind == .gif {
            let survey = GIFSurvey(of: media)
            settled.wholeness = survey.lacksRows ? .truncated : .complete
            if survey.lacksRows { return settled }
            if !survey.excesses.isEmpty { settled.carry(.behindPixels) }
            if facts.wholeness == .truncated { settled.warnings.append(.endMissing) }
        }
        do throws(RasterFault) {
            if facts.kind == .tiff { try TIFFColours.insistOnReadable(media) }
            if facts.kind == .bmp {
                _ = try Raster(bitmap: media, width: facts.width ?? 0, height: facts.height ?? 0)
                return settled
            }
            try Strictness.decoding { (strictness) throws(RasterFault) in
                try Raster.decode(media, options: facts.kind.loaderOptions(strictness, frames: -1))
            }
            try insistOnSize(facts, media)
            if facts.kind == .png { settled.settle(by: PixelStream.end(in: media)) }
            if facts.isAnimated, try Raster.isBlank(media, options: facts.kind.loaderOptions(.error, frames: 1)) {
                settled.warnings.append(.firstFrameBlank)
            }
        } catch {
            let problem = error.problem
            switch problem.code {
            case .mediaTruncated: settled.wholeness = .truncated
            case .mediaCorrupt: settled.wholeness = .corrupt
            case .renderUnsupported: settled.traits.insert(.undecodable)
            default: throw problem
            }
        }
        return settled
    }
}

extension Renderer {
    /// Fails when the decoder finds another picture than the one that the facts are of.
    private func insistOnSize(_ facts: MediaFacts, _ media: MappedMedia) throws(RasterFault) {
        let picture = try Raster(opening: media, options: facts.kind.loaderOptions(.error))
        let found = [picture.width, picture.height].sorted()
        guard found == [facts.width ?? 0, facts.height ?? 0].sorted() else {
            throw RasterFault(words: "the picture decodes to \(picture.width)x\(picture.height)", cause: .otherSize)
        }
    }
}

extension MediaFacts {
    /// Takes in where the compressed pixels of a PNG end, whose rows are all there.
    ///
    /// A copy would keep what hides behind them, and would lack an end or a right checksum just as well: such a picture is
    /// encoded again. Decoders differ in what they make of a wrong checksum: libpng refuses the row that it comes with.
    fileprivate mutating func settle(by end: PixelStream.End) {
        switch end {
        case .isExact: break
        case .isEarly: carry(.behindPixels)
        case .isMissing, .isBroken: warnings.append(.endMissing)
        case .isMiscounted: warnings.append(.checksumWrong)
        }
    }

    /// Notes data that must not be published with the picture.
    fileprivate mutating func carry(_ data: CarriedData) {
        carried.insert(data)
        traits.insert(.metadata)
    }

    /// Takes in what decoding a JPEG showed.
    fileprivate mutating func settle(by survey: JPEGSurvey) throws(PreparationError) {
        let lacksEnd = wholeness == .truncated
        switch survey.ending {
        case .outOfMemory: throw PreparationError(.renderOutOfMemory, detail: survey.words)
        case .unsupported: traits.insert(.undecodable)
        case .corrupt: wholeness = lacksEnd || survey.losesRows ? .truncated : .corrupt
        // Without an end, scans that were to come are as lost as rows.
        case .decoded where survey.losesRows || lacksEnd && survey.isUnrefined: wholeness = .truncated
        case .decoded where survey.isGarbled: wholeness = .corrupt
        case .decoded where lacksEnd:
            wholeness = .complete
            warnings.append(.endMissing)
        case .decoded: break
        }
        if survey.hidesBytes { carry(.behindPixels) }
    }
}
