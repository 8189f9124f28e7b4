internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import TestSupport
internal import Testing

@testable internal import Fetching

struct StandardInputTests {
    /// What reading a pipe that holds `bytes` comes to: a size, or a code.
    private func read(
        _ bytes: [UInt8], limits: SourceLimits = SourceLimits(), isClosed: Bool = true,
        within deadline: Duration = .seconds(50)
    ) async throws -> (count: Int?, code: PreparationError.Code?) {
        var outcome: (Int?, PreparationError.Code?) = (nil, nil)
        try await Bench.with { bench in
            try await PosixFile.withPipe { reading, writing in
                PosixFile.write(bytes, to: writing)
                if isClosed { PosixFile.close(writing) }
                let input = StandardInput(descriptor: reading, limits: limits, room: bench.configuration.spools)
                do throws(PreparationError) {
                    outcome.0 = try input.read(until: Deadline(in: deadline)) { _, _ in }.count
                } catch {
                    outcome.1 = error.code
                }
                if !isClosed { PosixFile.close(writing) }
            }
        }
        return outcome
    }

    @Test func `a pipe is read to its end`() async throws {
        #expect(try await read(picture(50_000)).count == 50_000)
    }

    @Test func `a pipe without bytes is empty`() async throws {
        #expect(try await read([]).code == .mediaEmpty)
    }

    @Test func `a pipe that never ends is left at the deadline`() async throws {
        #expect(try await read(picture(700), isClosed: false, within: .milliseconds(200)).code == .deadline)
        #expect(try await read([], isClosed: false, within: .zero).code == .deadline)
    }

    @Test func `a pipe is held to the limit of its class`() async throws {
        let limits = SourceLimits(image: 2_000, movie: 9_000, audio: 9_000, unnamed: 1_000)
        #expect(try await read(picture(2_000), limits: limits).count == 2_000)
        #expect(try await read(picture(2_001), limits: limits, isClosed: false).code == .fetchTooLarge)
    }
}
