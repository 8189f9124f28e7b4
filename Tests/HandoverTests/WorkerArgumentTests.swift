import Handover
import Testing

struct WorkerArgumentTests {
    @Test(arguments: [(1, true, "1"), (2, false, "2 unlocked")])
    func `an argument is read as it is written`(threads: Int, isLocked: Bool, text: String) {
        let argument = WorkerArgument(threads: threads, isLocked: isLocked)
        #expect(argument.text == text && WorkerArgument(text) == argument)
    }

    @Test(arguments: ["", "x", "1 ", " 1", "1 locked", "1 unlocked ", "1 unlocked unlocked", "unlocked"])
    func `anything else is none`(text: String) {
        #expect(WorkerArgument(text) == nil)
    }
}
