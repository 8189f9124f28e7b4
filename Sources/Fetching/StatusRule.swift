internal import AttachmentModel

/// What an answer's status means for somebody who wants a whole file: only 200 will do.
enum StatusRule {
    static func check(_ status: Int, host: String) throws(PreparationError) {
        switch status {
        case 200: return
        // What these say is true for a moment only, unlike the rest of their hundred.
        case 408, 425, 429:
            throw PreparationError(.fetchHostBackedOff, "\(host) answered \(status) and wants to be asked later")
        case 400..<500: throw PreparationError(.fetchStatus4xx, "\(host) answered \(status)")
        case 500..<600: throw PreparationError(.fetchStatus5xx, "\(host) answered \(status)")
        default: throw PreparationError(.fetchUnreadableAnswer, "\(host) answered \(status), which brings no file")
        }
    }
}
