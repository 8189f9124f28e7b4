internal import Handover

/// Counts the pixels that the frames of a GIF really have, without looking at their colours.
///
/// The blocks of a file may all be there while the codes in them end early, and libnsgif fills up what is missing without
/// a word. LZW as in the GIF89a specification, appendix F.
package struct GIFSurvey {
    private static let mostCodes = 4_096

    /// Whether some frame lacks a row or more; a few pixels at the end of the last row are what some encoders forget.
    ///
    /// A file may lack its trailer, but not end in the middle of a block.
    static func lacksRows(_ media: MappedMedia) -> Bool {
        unsafe media.withBytes { unsafe lacksRows($0.bindMemory(to: UInt8.self).span) }
    }

    package static func lacksRows(_ file: Span<UInt8>) -> Bool {
        var survey = GIFSurvey()
        return survey.lacksRows(file)
    }

    private var position = 6
    /// How many pixels each code stands for.
    private var lengths = [Int](repeating: 1, count: mostCodes)

    private mutating func lacksRows(_ file: Span<UInt8>) -> Bool {
        let screenFlags = position + 4
        position += 7
        skipColours(file, flagsAt: screenFlags)
        while let block = take(file) {
            switch block {
            case 0x21:
                position += 1
                guard skipBlocks(file) else { return true }
            case 0x2C:
                guard position + 9 < file.count else { return true }
                let width = Int(file[position + 4]) | Int(file[position + 5]) << 8
                let height = Int(file[position + 6]) | Int(file[position + 7]) << 8
                let flags = position + 8
                position += 9
                skipColours(file, flagsAt: flags)
                guard let size = take(file), (1...11).contains(size) else { return true }
                if count(file, rootSize: size, upTo: width * height) <= width * (height - 1) { return true }
            case 0x3B: return false
            default: break
            }
        }
        return false
    }

    private mutating func take(_ file: Span<UInt8>) -> Int? {
        guard position < file.count else { return nil }
        defer { position += 1 }
        return Int(file[position])
    }

    private mutating func skipColours(_ file: Span<UInt8>, flagsAt place: Int) {
        guard place < file.count, file[place] & 0x80 != 0 else { return }
        position += 3 << (Int(file[place]) & 7 + 1)
    }

    /// Leaves the blocks of an extension behind; `false` when the file ends before they do.
    private mutating func skipBlocks(_ file: Span<UInt8>) -> Bool {
        while let length = take(file) {
            if length == 0 { return true }
            position += length
        }
        return false
    }

    /// Counts what the codes of one frame stand for, and leaves its blocks behind; 0 when the file ends before they do.
    private mutating func count(_ file: Span<UInt8>, rootSize: Int, upTo needed: Int) -> Int {
        let clear = 1 << rootSize
        var (next, width, last) = (clear + 2, rootSize + 1, -1)
        var (bits, held, pixels) = (0, 0, 0)
        var isOver = false
        while let length = take(file) {
            if length == 0 { return pixels }
            let end = min(position + length, file.count)
            while !isOver, position < end {
                bits |= Int(file[position]) << held
                held += 8
                position += 1
                while held >= width, !isOver {
                    let code = bits & (1 << width - 1)
                    bits >>= width
                    held -= width
                    if code == clear {
                        (next, width, last) = (clear + 2, rootSize + 1, -1)
                        continue
                    }
                    // A code ahead of the table is none: what follows it makes no picture.
                    guard code != clear + 1, code < next || code == next && last >= 0 else {
                        isOver = true
                        continue
                    }
                    if last >= 0, next < Self.mostCodes {
                        lengths[next] = lengths[last] + 1
                        next += 1
                        if next == 1 << width, width < 12 { width += 1 }
                    }
                    pixels += code < clear ? 1 : lengths[code]
                    last = code
                    isOver = pixels >= needed
                }
            }
            position = end
        }
        return 0
    }
}
