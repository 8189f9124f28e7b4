internal import Glibc
internal import Testing

@testable internal import Workers

struct ProcessorTimeTests {
    @Test func `a process has taken time, and one that is not there has not`() throws {
        let seconds = try #require(ProcessorTime.seconds(of: getpid()))
        #expect(seconds >= 0 && seconds < 86_400)
        // Beyond the largest number that the kernel gives to a process.
        #expect(ProcessorTime.seconds(of: 1 << 23) == nil)
    }
}
