internal import AttachmentModel
internal import FlowControl
internal import Testing

@testable internal import Affix

struct TurnsTests {
    @Test func `waiting for a turn puts the deadline off, and a turn ends with its owner`() async throws {
        let turns = Turns(width: 1)
        let deadline = Deadline(in: .seconds(60))
        let first = try await take(turns, deadline)
        #expect(first.deadline >= deadline && first.deadline < Deadline(at: deadline.instant + .seconds(30)))
        let (waits, begun) = AsyncStream.makeStream(of: Void.self)
        async let second = withDeadline(turns, deadline) { begun.yield() }
        for await _ in waits { break }
        first.turn.end()
        #expect(await second > deadline)
        // Its turn ended with it: a third one does not wait for ever.
        #expect(try await take(turns, deadline).deadline >= deadline)
    }

    private struct Taken: ~Copyable {
        let turn: Turn
        let deadline: Deadline
    }

    private func take(_ turns: Turns, _ deadline: Deadline) async throws -> Taken {
        var (deadline, clock) = (deadline, StageClock(nil))
        let turn = try await turns.take(&deadline, clock: &clock)
        return Taken(turn: turn, deadline: deadline)
    }

    private func withDeadline(_ turns: Turns, _ deadline: Deadline, _ begun: () -> Void) async -> Deadline {
        begun()
        return (try? await take(turns, deadline).deadline) ?? deadline
    }

    @Test func `where callers wait for single answers nobody is held up`() async throws {
        let turns = Turns(width: nil)
        let deadline = Deadline(in: .seconds(60))
        let (first, second) = (try await take(turns, deadline).deadline, try await take(turns, deadline).deadline)
        #expect(first == deadline && second == deadline)
    }
}
