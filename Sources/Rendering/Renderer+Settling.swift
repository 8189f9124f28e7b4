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
            settled.wholeness = GIFSurvey.lacksRows(media) ? .truncated : .complete
            if settled.wholeness == .truncated { return settled }
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

extension MediaFacts {
    /// Takes in what decoding a JPEG showed.
    fileprivate mutating func settle(by survey: JPEGSurvey) throws(PreparationError) {
        let lacksEnd = wholeness == .truncated
        switch survey.ending {
        case .outOfMemory: throw PreparationError(.renderOutOfMemory, detail: survey.words)
        case .unsupported: traits.insert(.undecodable)
        case .corrupt: wholeness = lacksEnd ? .truncated : .corrupt
        // Without an end, scans that were to come are as lost as rows.
        case .decoded where survey.losesRows || lacksEnd && survey.isUnrefined: wholeness = .truncated
        case .decoded where survey.isGarbled: wholeness = .corrupt
        case .decoded where lacksEnd:
            wholeness = .complete
            warnings.append(.endMissing)
        case .decoded: break
        }
    }
}
