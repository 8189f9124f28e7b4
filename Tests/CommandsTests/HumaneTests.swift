internal import Testing

@testable internal import Commands

struct HumaneTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (4_240, "4.2 kB"), (300_000, "300 kB"),
        (999_499, "999 kB"), (999_500, "1 MB"), (2_440_000, "2.4 MB"), (10_000_000, "10 MB"),
        (1_500_000_000, "1.5 GB"),
    ])
    func `bytes are counted in powers of ten`(count: Int, text: String) {
        #expect(Humane.bytes(count) == text)
    }

    @Test(arguments: [
        (0.0, "0 ms"), (2.34, "2.3 ms"), (86.2, "86 ms"), (1_240, "1.2 s"), (59_999, "1 min 0 s"),
        (125_000, "2 min 5 s"),
        (Double.infinity, "0 ms"), (1e300, "for ever"),
    ])
    func `times keep two digits that matter`(milliseconds: Double, text: String) {
        #expect(Humane.time(milliseconds: milliseconds) == text)
    }
}
