import AttachmentModel
import Testing

struct DeviceWindowTests {
    // Four round trips, slow start, and the rest at the link's rate, worked out by another program.
    @Test(arguments: [
        (0, [1.6, 0.6, 0.2, 0.1]),
        (100_000, [3.7, 1.2, 0.4, 0.2]),
        (300_000, [7.7, 2.2, 0.6, 0.3]),
        (1_000_000, [21.7, 5.7, 1.2, 0.4]),
        (3_000_000, [61.7, 15.7, 3.0, 1.0]),
    ])
    func `phones on the named links need these seconds`(bytes: Int, seconds: [Double]) {
        #expect(DeviceWindow(bytes: bytes).seconds.map(\.seconds) == seconds)
        #expect(DeviceWindow(bytes: bytes).seconds.map(\.link.name) == ["3g", "slow-4g", "4g", "wifi"])
    }

    @Test func `the warning begins where slow 4G needs more than ten seconds`() {
        let most = MobileLink.slow4G.bytes(within: DeviceWindow.budget)
        #expect(!DeviceWindow(bytes: most).isTooSlow)
        #expect(DeviceWindow(bytes: most + 1).isTooSlow)
    }

    @Test(arguments: [0.1, 0.5, 1, 3, 10, 30]) func `the largest file in time is in time, and one byte more is not`(
        seconds: Double
    ) {
        for link in MobileLink.all {
            let most = link.bytes(within: seconds)
            #expect(link.seconds(for: most) <= seconds || most == 0)
            #expect(link.seconds(for: most + 1) > seconds || most >= 100_000_000)
        }
    }

    @Test(arguments: [(1.6, 0.15), (1.0, 0.4), (0.1, 0.4), (5, 0.15), (100, 0.03)])
    func `a link that is not listed answers as the fastest listed one that is no faster`(
        megabits: Double, roundTrip: Double
    ) throws {
        #expect(try #require(MobileLink(megabits: megabits)).roundTrip == roundTrip)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e9]) func `a rate that no link has is none`(megabits: Double) {
        #expect(MobileLink(megabits: megabits) == nil)
    }
}
