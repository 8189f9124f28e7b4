internal import ForeignBytes

/// QuickTime has two longer forms of a sound's entry, and wraps its parts in a `wave` box: MPEG-4 has neither.
extension SampleEntry {
    static func sound(_ box: Box) throws(Fault) -> SampleEntry? {
        let body = box.body
        let version = try body.big(2, at: 8)
        let head = [1: 44, 2: 64][version] ?? 28
        let (rate, channels) = try format(body, version)
        guard body.count >= head else { throw .corrupt("A sound's entry is too short") }
        switch box.name {
        case "mp4a":
            guard let parts = try parts(of: body, from: head, "esds"), let stream = try ElementaryStream(parts) else {
                return nil
            }
            return sound("mp4a", rate, channels) { stream.write(to: &$0) }
        case ".mp3":
            let stream = ElementaryStream(objectType: rate < 32_000 ? 0x69 : 0x6B)
            return sound("mp4a", rate, channels) { stream.write(to: &$0) }
        case "alac":
            guard let parts = try parts(of: body, from: head, "alac") else { return nil }
            // Version, flags and a set-up of 24 bytes, which a layout of channels may follow.
            guard (28...128).contains(parts.count) else {
                throw .corrupt("The set-up of Apple Lossless has a wrong size")
            }
            let setup = try parts.copy(at: 0, count: parts.count)
            return sound("alac", rate, channels) { writer in writer.box("alac") { $0.append(setup) } }
        default: return nil
        }
    }

    static func sound(
        _ name: FourCC, _ rate: Int, _ channels: Int, setup: (inout BoxWriter) -> Void
    ) -> SampleEntry {
        var writer = BoxWriter()
        writer.box(name) { writer in
            writer.zeros(6)
            writer.big(1, 2)
            writer.zeros(8)
            writer.big(channels, 2)
            writer.big(16, 2)
            writer.zeros(4)
            // 16 bits before the point: what does not fit is left to the codec's own set-up.
            writer.big(rate <= 0xFFFF ? rate << 16 : 0)
            setup(&writer)
        }
        return SampleEntry(bytes: writer.bytes)
    }

    private static func format(_ body: ByteWindow, _ version: Int) throws(Fault) -> (rate: Int, channels: Int) {
        guard version == 2 else { return (try body.big(2, at: 24), try body.big(2, at: 16)) }
        let bits = UInt64(try body.big(4, at: 32)) << 32 | UInt64(try body.big(4, at: 36))
        let rate = Double(bitPattern: bits)
        let channels = try body.big(4, at: 40)
        guard rate > 0, rate < 10_000_000, (1...64).contains(channels) else {
            throw .corrupt("A sound's entry has no sound format")
        }
        return (Int(rate), channels)
    }

    /// The box of the codec's own set-up: directly in the entry, or inside QuickTime's wrapping.
    private static func parts(of body: ByteWindow, from head: Int, _ name: FourCC) throws(Fault) -> ByteWindow? {
        if let plain = try body.box(name, at: head) { return plain }
        return try body.box("wave", name, at: head)
    }
}
