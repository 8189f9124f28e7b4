import AttachmentModel
import FlowControl
import Handover
import Rulebook
import TestSupport
import Testing
import Workers

/// What a worker that was taken over can do: spoil its own item, and nothing else.
struct UnrulyWorkerTests {
    private let pool = WorkerPool(.init(program: Products.path(of: "unruly-worker"), width: 1, threads: 1))

    private func recognize(
        size: Int, within budget: Duration = .seconds(60), until deadline: Deadline = Deadline(in: .seconds(120))
    ) async throws -> MediaFacts {
        let download = try Download.made(of: [UInt8](repeating: 0, count: size))
        var budgets = StageBudgets()
        budgets.recognize = budget
        return try await pool.recognize(download, limits: SourceLimits(), within: budgets, until: deadline)
    }

    @Test(arguments: [
        (1, PreparationError.Code.renderCrashed), (3, .renderCrashed), (4, .renderCrashed), (5, .internalFault),
        (6, .internalFault), (7, .internalFault), (8, .internalFault), (10, .internalFault), (11, .internalFault),
        (12, .mediaCorrupt), (13, .internalFault),
    ])
    func `its item fails with a code, and the next item succeeds`(size: Int, code: PreparationError.Code) async throws {
        #expect(await problemCode { _ = try await recognize(size: size) } == code)
        #expect(try await recognize(size: 9).bytes == 9)
    }

    private func render(choice: Int) async throws -> Receipted {
        let download = try Download.made(of: [UInt8](repeating: 0, count: choice))
        var facts = MediaFacts(kind: .png, bytes: choice)
        (facts.width, facts.height, facts.frames) = (2_000, 1_000, 1)
        let plan = try RenderPlan(for: facts, profile: .push, limits: SourceLimits())
        let rendition = try await pool.render(
            download, facts: facts, by: plan, limits: SourceLimits(), within: .seconds(60),
            until: Deadline(in: .seconds(120)))
        return Receipted(steps: rendition.report.steps, crop: rendition.report.crop)
    }

    /// What of a report comes into a receipt.
    private struct Receipted {
        let steps: [String]
        let crop: CropReport?
    }

    @Test(arguments: 20...29)
    func `what it reports of a rendering is no more than the plan allows`(choice: Int) async throws {
        let honest = try await render(choice: 19)
        #expect(honest.steps == ["rendered"] && honest.crop?.box.width == 1_000)
        #expect(await problemCode { _ = try await render(choice: choice) } == .internalFault)
    }

    @Test func `a crash keeps its signal for the report`() async throws {
        do {
            _ = try await recognize(size: 1)
            Issue.record("a crash went unnoticed")
        } catch let error as PreparationError {
            #expect(error.detail == "signal 6")
            #expect(error.stage == .recognize)
        }
    }

    @Test func `a worker that was killed from outside is the machine's matter, and its item is tried once more`()
        async throws
    {
        for round in 1...2 {
            #expect(await problemCode { _ = try await recognize(size: 14) } == .overloaded)
            #expect(pool.counts.started == 2 * round)
        }
        #expect(try await recognize(size: 9).bytes == 9)
    }

    @Test func `an input that killed two workers is not opened again, and others are`() async throws {
        for code in [PreparationError.Code.renderCrashed, .renderCrashed, .renderPoisonous] {
            #expect(await problemCode { _ = try await recognize(size: 1) } == code)
        }
        #expect(try await recognize(size: 9).bytes == 9)
        #expect(pool.counts.failed == 2 && pool.counts.started == 3)
    }

    @Test func `a task that is cancelled ends its worker, which is nobody's fault`() async throws {
        for _ in 0..<3 {
            let hanging = Task { await problemCode { _ = try await recognize(size: 2) } }
            hanging.cancel()
            #expect(await hanging.value == .deadline)
        }
        #expect(pool.counts.failed == 0)
        #expect(try await recognize(size: 9).bytes == 9)
    }

    @Test func `it cannot have a part fetched that the file does not have`() async throws {
        let spool = try Spool(in: SpoolRoom(folder: "/nonexistent", bytes: 1_000))
        let excerpt = try spool.finishExcerpt(of: 100)
        let code = await problemCode {
            _ = try await pool.missingPart(
                of: excerpt, as: .mp4, within: StageBudgets(), until: Deadline(in: .seconds(60)))
        }
        #expect(code == .internalFault)
    }

    @Test func `a hang ends at the stage's budget and is replaced`() async throws {
        #expect(await problemCode { _ = try await recognize(size: 2, within: .milliseconds(50)) } == .renderTimeout)
        #expect(try await recognize(size: 9).bytes == 9)
    }

    @Test func `a hang ends at the request's deadline with the stage named`() async throws {
        do {
            // Enough to start, then spent on the hang.
            _ = try await recognize(size: 2, until: Deadline(in: .seconds(1)))
            Issue.record("a hang went unnoticed")
        } catch let error as PreparationError {
            #expect(error.code == .deadline, "\(error)")
            #expect(error.stage == .recognize)
        }
    }
}
