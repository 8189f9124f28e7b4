internal import Testing

@testable internal import Serving

struct HostSharesTests {
    /// How many each host has once all of them have asked in turn for all they can get.
    private static func shares(of hosts: Int, places: Int) -> [Int] {
        var shares = HostShares()
        var counts = [Int](repeating: 0, count: hosts)
        for _ in 0..<places {
            for host in 0..<hosts where shares.admit("\(host)", free: places - counts.reduce(0, +)) {
                shares.begin("\(host)")
                counts[host] += 1
            }
        }
        return counts
    }

    @Test(
        arguments: [
            (1, 256, [192]), (2, 256, [110, 110]), (3, 256, [77, 77, 77]), (1, 1, [1]), (1, 2, [2]), (1, 4, [3]),
            (2, 4, [2, 2]), (4, 4, [1, 1, 1, 1]),
        ] as [(Int, Int, [Int])])
    func `hosts that hold on to what they get leave places to others`(hosts: Int, places: Int, counts: [Int]) {
        #expect(Self.shares(of: hosts, places: places) == counts)
    }

    @Test func `what has ended counts no more`() {
        var shares = HostShares()
        for _ in 0..<6 { shares.begin("a.example") }
        #expect(!shares.admit("a.example", free: 2))
        shares.end("a.example")
        #expect(shares.admit("a.example", free: 3) && shares.admit("b.example", free: 1))
        #expect(!shares.admit("b.example", free: 0) && !shares.admit(nil, free: 0))
    }
}
