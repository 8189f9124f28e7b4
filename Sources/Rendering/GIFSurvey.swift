internal import Handover

/// Counts the pixels that the frames of a GIF really have, without looking at their colours.
///
/// The blocks of a file may all be there while the codes in them end early, and libnsgif fills up what is missing without
/// a word; or they go on behind the codes, which no decoder shows.
package struct GIFSurvey {
    /// The data of an image that go on behind its codes.
    struct Excess: Hashable {
        /// Where the block begins in which the codes end: its length, then its bytes.
        let block: Int
        /// Behind the last byte that counts.
        let end: Int
        /// Behind the end of all blocks of the image.
        let next: Int
    }

    /// Whether some frame lacks a row or more; a few pixels at the end of the last row are what some encoders forget.
    ///
    /// A file may lack its trailer, but not end in the middle of a block. What follows such a frame is not looked at.
    package private(set) var lacksRows = false
    private(set) var excesses: [Excess] = []

    private var position = 6
    private var codes = GIFCodes()

    init(of media: MappedMedia) {
        self = unsafe media.withBytes { unsafe GIFSurvey(of: $0.bindMemory(to: UInt8.self).span) }
    }

    package init(of file: Span<UInt8>) {
        let screenFlags = position + 4
        position += 7
        skipColours(file, flagsAt: screenFlags)
        while !lacksRows, let block = take(file), block != 0x3B {
            if block == 0x21 {
                position += 1
                lacksRows = !skipBlocks(file)
            } else if block == 0x2C {
                lacksRows = !readImage(file)
            }
        }
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

    /// Leaves an image behind; `false` when it lacks a row.
    private mutating func readImage(_ file: Span<UInt8>) -> Bool {
        guard position + 9 < file.count else { return false }
        let width = Int(file[position + 4]) | Int(file[position + 5]) << 8
        let height = Int(file[position + 6]) | Int(file[position + 7]) << 8
        let flags = position + 8
        position += 9
        skipColours(file, flagsAt: flags)
        guard let size = take(file), (1...11).contains(size) else { return false }
        codes.begin(rootSize: size, needed: width * height)
        return readCodes(file) && codes.pixels > width * (height - 1)
    }

    /// Follows the codes of an image, and leaves its blocks behind; `false` when the file ends before they do.
    private mutating func readCodes(_ file: Span<UInt8>) -> Bool {
        // The block in which the last code that counts ends, where in the file it does, and where all blocks do.
        var (block, codesEnd, dataEnd) = (position, position, position)
        while case let start = position, let length = take(file) {
            guard length > 0 else {
                if codes.isSettled, block < codesEnd, codesEnd < dataEnd {
                    excesses.append(Excess(block: block, end: codesEnd, next: position))
                }
                return true
            }
            dataEnd = min(position + length, file.count)
            while position < dataEnd, codes.goesOn {
                let byte = file[position]
                position += 1
                if codes.take(byte) { (block, codesEnd) = (start, position) }
            }
            position = dataEnd
        }
        return false
    }
}
