import Rulebook
import Testing

struct FrameScheduleTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let delays: [Int]
        var pace = 1
        let frames, hundredths: [Int]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(name: "plain", delays: [50, 70], frames: [0, 1], hundredths: [5, 7]),
        Row(name: "no time at all", delays: [0, 10, 20], frames: [0, 1, 2], hundredths: [10, 10, 2]),
        Row(
            name: "rounding never adds up", delays: [33, 33, 34, 33, 33, 34], frames: [0, 1, 2, 3, 4, 5],
            hundredths: [3, 4, 3, 3, 4, 3]),
        Row(name: "sixty a second is too fast", delays: [16, 16, 16, 16], frames: [0, 1, 3], hundredths: [2, 3, 2]),
        Row(name: "one of two", delays: [50, 50, 50, 50, 50], pace: 2, frames: [0, 2, 4], hundredths: [10, 10, 5]),
        Row(name: "one of three", delays: [40, 40, 40, 40], pace: 3, frames: [0, 3], hundredths: [12, 4]),
        Row(name: "a single frame", delays: [], frames: [], hundredths: []),
    ])
    func `frames keep the whole time`(row: Row) {
        let schedule = FrameSchedule(delays: row.delays, frames: row.delays.count, pace: row.pace)
        #expect(schedule.slots.map(\.frame) == row.frames)
        #expect(schedule.slots.map(\.hundredths) == row.hundredths)
    }

    @Test func `frames without a delay of their own are shown for a tenth of a second`() {
        #expect(FrameSchedule(delays: [50], frames: 3).slots.map(\.hundredths) == [5, 10, 10])
    }
}
