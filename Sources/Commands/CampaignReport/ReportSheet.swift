internal import AttachmentModel
internal import Handover

/// One part of a page in the making: in memory while it is small, beyond that in a file without a name.
///
/// The parts of a page grow at the same time, while the journal is read once from its beginning to its end.
final class ReportSheet {
    /// Bytes kept in memory; there may be a hundred sheets.
    private static let mostInMemory = 1 << 16

    private let room: SpoolRoom
    private var buffer: [UInt8] = []
    private var file: OwnedDescriptor?
    private var spooled = 0
    /// How many things it tells about.
    private(set) var count = 0

    init(in room: SpoolRoom) {
        self.room = room
    }

    func add(_ piece: HTML) throws(PreparationError) {
        count += 1
        buffer += piece.text.utf8
        if buffer.count > Self.mostInMemory { try spool() }
    }

    private func spool() throws(PreparationError) {
        var file = self.file.take() ?? room.emptyFile(expecting: .max)
        guard let kept = file.take() else {
            throw PreparationError(.configurationMachine, "The state folder \(room.folder) takes no file")
        }
        let isWritten = unsafe buffer.withUnsafeBytes { unsafe kept.append($0) }
        self.file = consume kept
        guard isWritten else {
            throw PreparationError(.publishNoSpace, "The disk of the state folder \(room.folder) is full")
        }
        spooled += buffer.count
        buffer = []
    }

    /// Writes all of it to the end of a file.
    func copy(to output: borrowing ReportFile) throws(PreparationError) {
        if let file = file.take() {
            try unsafe file.forEachPiece(of: spooled) { (piece) throws(PreparationError) in
                try unsafe output.write(piece)
            }
            self.file = consume file
        }
        try output.write(buffer)
    }
}
