internal import ForeignBytes
internal import Testing

@testable internal import Remuxing

/// Where media go, and how their places are written.
struct LayoutTests {
    private func chunk(_ offset: Int, _ length: Int) -> SampleTables.Chunk {
        SampleTables.Chunk(offset: offset, length: length, samples: 1, entry: 1)
    }

    @Test func `chunks keep the order of the source, and what lay between them goes`() {
        let layout = MediaLayout([[chunk(100, 10), chunk(300, 10)], [chunk(110, 20), chunk(200, 5)]])
        #expect(layout.extents == [100..<130, 200..<205, 300..<310])
        #expect(layout.places == [[0, 35], [10, 30]])
        #expect(layout.length == 45)
    }

    @Test func `what two chunks share is copied once`() {
        let layout = MediaLayout([[chunk(100, 10), chunk(100, 10)], [chunk(104, 10), chunk(102, 2)]])
        #expect(layout.extents == [100..<114])
        #expect(layout.places == [[0, 0], [4, 2]])
    }

    @Test(arguments: [(4_294_967_295, false), (4_294_967_296, true), (9_000_000_000, true)])
    func `offsets grow to 64 bits exactly where 32 are too few`(end: Int, isLong: Bool) {
        #expect(MediaLayout.needsLongOffsets(head: 1_000, media: end - 1_000) == isLong)
    }

    @Test func `places beyond four gigabytes are written with 64 bits`() {
        var tables = SampleTables()
        tables.sizes = SampleSizes(uniform: 4, count: 1)
        tables.chunks = [chunk(0, 4)]
        var writer = BoxWriter()
        tables.write(to: &writer, places: [5_000_000_000], isLong: true)
        #expect(
            writer.bytes.suffix(20) == Array("co64".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0x2A, 0x05, 0xF2, 0])
    }

    @Test func `runs keep equal neighbours together`() {
        var runs = Runs()
        for value in [5, 5, 7, 5] { runs.append(value) }
        #expect(runs.runs == [.init(count: 2, value: 5), .init(count: 1, value: 7), .init(count: 1, value: 5)])
        #expect((runs.count, runs.sum) == (4, 22))
        runs.settle(count: 2, filler: 0)
        #expect(runs.runs == [.init(count: 2, value: 5)])
        runs.settle(count: 3, filler: 9)
        #expect(runs.sum == 19)
    }

    @Test func `a fragment that begins late makes the sample before it last longer`() throws {
        var tables = SampleTables()
        for _ in 0..<2 { try tables.append(size: 1, duration: 40, delay: 0, isSync: true) }
        try tables.stretchLast(by: 60)
        #expect(tables.durations.runs == [.init(count: 1, value: 40), .init(count: 1, value: 100)])
        try tables.stretchLast(by: -500)
        #expect(tables.durations.sum == 40)
    }

    @Test func `a track that begins later gets a pause, and the open end of an edit its length`() {
        var edits = EditList()
        edits.settle(media: 44_100, trackScale: 44_100, movieScale: 1_000, pause: 80)
        #expect(
            edits.edits == [
                .init(duration: 80, start: -1, rate: 1 << 16), .init(duration: 1_000, start: 0, rate: 1 << 16),
            ])
        edits.edits = [.init(duration: 0, start: 1_024, rate: 1 << 16)]
        edits.settle(media: 44_100 + 1_024, trackScale: 44_100, movieScale: 1_000, pause: 0)
        #expect(edits.edits == [.init(duration: 1_000, start: 1_024, rate: 1 << 16)])
        #expect(edits.duration == 1_000)
    }

    @Test func `an edit ends with its track, and does not begin behind it`() throws {
        func ended(_ duration: Int, _ start: Int, rate: Int = 1 << 16) throws -> Int {
            var edits = EditList()
            edits.edits = [.init(duration: duration, start: start, rate: rate)]
            try edits.end(with: 44_100, trackScale: 44_100, movieScale: 1_000)
            return edits.duration
        }
        // What is over by less than a second is rounding; a pause and another speed are no stretch of the track.
        #expect(
            try [ended(900, 0), ended(2_000, 0), ended(2_001, 0), ended(9_000, 22_050)] == [900, 2_000, 1_000, 500])
        #expect(try [ended(9_000, -1), ended(9_000, 0, rate: 1 << 15)] == [9_000, 9_000])
        #expect(throws: Fault.self) { try ended(10, 88_201) }
    }

    @Test(arguments: [(0.5, 1), (-3, 0), (1e300, 1 << 52), (.infinity, 1 << 52)])
    func `no time leads out of whole numbers`(ticks: Double, whole: Int) {
        #expect(Ticks.whole(ticks) == whole)
    }

    @Test func `key frames are listed from the first sample that is none`() throws {
        var tables = SampleTables()
        for isSync in [true, true, false, true] { try tables.append(size: 1, duration: 1, delay: 0, isSync: isSync) }
        #expect(tables.syncs == [1, 2, 4])
    }
}
