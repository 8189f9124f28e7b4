import AttachmentModel
import FlowControl
import Handover
import TestSupport
import Testing
import Workers

/// The real worker, locked down as in production, opened by the pool as in production.
struct WorkerPoolTests {
    private let pool = WorkerPool(.init(program: Products.path(of: "affix-worker"), width: 2, threads: 1))

    private func recognize(_ bytes: [UInt8]) async throws -> MediaFacts {
        let download = try Download.made(of: bytes)
        return try await pool.recognize(
            download, limits: SourceLimits(), within: .provoking(), until: Deadline(in: .seconds(60)))
    }

    @Test func `a worker starts, locks itself down and says so`() async throws {
        let report = try await pool.report(until: Deadline(in: .seconds(60)))
        #expect(report.locks.contains("seccomp"))
        #expect(report.locks.contains("no-new-privs"))
        #expect(report.libraries.count == 2)
    }

    @Test func `a foreign file is named by libmagic inside the lock`() async throws {
        let facts = try await recognize(Array("%PDF-1.7\n1 0 obj\n".utf8))
        #expect(facts.kind == .pdf)
        #expect(facts.description?.contains("PDF") == true)
    }

    @Test func `an empty file is of no kind, and no crash`() async throws {
        #expect(try await recognize([]).kind == .unknown)
    }

    @Test func `many files share the workers`() async throws {
        try await withThrowingTaskGroup(of: MediaKind.self) { group in
            for _ in 0..<40 { group.addTask { try await recognize(Array("<!DOCTYPE html><html>".utf8)).kind } }
            for try await kind in group { #expect(kind == .html) }
        }
    }

    @Test func `no time left is the deadline, whatever the stage's budget`() async throws {
        let download = try Download.made(of: [1, 2, 3])
        let code = await problemCode {
            _ = try await pool.recognize(
                download, limits: SourceLimits(), within: .provoking(), until: Deadline(in: .zero))
        }
        #expect(code == .deadline)
    }

    @Test func `a program that is not there is the machine's fault`() async throws {
        let broken = WorkerPool(.init(program: "/nonexistent/affix-worker", width: 1, threads: 1))
        let download = try Download.made(of: [1, 2, 3])
        let code = await problemCode {
            _ = try await broken.recognize(
                download, limits: SourceLimits(), within: .provoking(), until: Deadline(in: .seconds(60)))
        }
        #expect(code == .configurationMachine)
    }

    @Test func `a program that is no worker is the machine's fault`() async throws {
        let broken = WorkerPool(.init(program: "/bin/true", width: 1, threads: 1))
        let download = try Download.made(of: [1, 2, 3])
        let code = await problemCode {
            _ = try await broken.recognize(
                download, limits: SourceLimits(), within: .provoking(), until: Deadline(in: .seconds(60)))
        }
        #expect(code == .configurationMachine)
    }
}
