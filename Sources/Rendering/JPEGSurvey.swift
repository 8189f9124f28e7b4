internal import CJPEG
internal import Handover

/// What libjpeg meets on its way to the last row of a JPEG, decoded at an eighth of its size and not kept.
///
/// The media ends with an end of image of our own, so that a missing one is not taken for a missing row.
struct JPEGSurvey {
    enum Ending {
        case decoded, corrupt, unsupported, outOfMemory
    }

    let ending: Ending
    /// Whether rows, or a whole colour, are not there.
    let losesRows: Bool
    /// Whether rows are there and make no sense.
    let isGarbled: Bool
    /// Whether a progressive picture lacks scans that would have made it finer.
    let isUnrefined: Bool
    /// Whether bytes lie behind the coded rows of a scan; of the last one those are not seen that fill up the decoder's
    /// register, seven of them.
    let hidesBytes: Bool
    /// What libjpeg said about it.
    let words: String

    init(of media: MappedMedia) {
        var survey = affix_jpeg_survey()
        unsafe media.withBytes { bytes in unsafe affix_jpeg_look(bytes.baseAddress, bytes.count, &survey) }
        ending =
            switch affix_jpeg_ending(UInt32(survey.ending)) {
            case AFFIX_JPEG_DECODED: .decoded
            case AFFIX_JPEG_UNSUPPORTED: .unsupported
            case AFFIX_JPEG_NO_MEMORY: .outOfMemory
            default: .corrupt
            }
        losesRows = survey.is_cut != 0 || survey.lacks_component != 0
        isGarbled = survey.is_garbled != 0
        isUnrefined = survey.is_unrefined != 0
        hidesBytes = survey.hides_bytes != 0
        words = unsafe withUnsafeBytes(of: &survey.words) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Fails when there are rows that a decoder would have to make up.
    func insistOnRows() throws(RasterFault) {
        if ending != .decoded || losesRows || isGarbled { throw RasterFault(words: words) }
    }
}
