internal import Glibc
internal import Testing

@testable internal import Workers

struct MachineMemoryTests {
    @Test(arguments: [("536870912\n", 536_870_912), ("max\n", nil), ("", nil), ("9223372036854771712\n", .max - 4_095)])
    func `a control group's limit is read`(text: String, bytes: Int?) {
        #expect(MachineMemory.limit(text) == bytes)
    }

    @Test func `the machine has memory, and so has this process`() throws {
        let resident = try #require(MachineMemory.resident(of: getpid()))
        #expect(resident > 1_000_000 && resident < MachineMemory.bytes())
        #expect(MachineMemory.resident(of: 0) == nil)
    }
}
