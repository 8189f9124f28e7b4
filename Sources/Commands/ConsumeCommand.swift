internal import Affix
internal import AttachmentModel
internal import Batching
internal import Fleet
internal import FlowControl

/// Works off the queue of a fleet on this machine: `affix consume`.
struct ConsumeCommand {
    let settings: Settings
    let queue: WorkQueue
    let line: any PreparationLine
    let console: Console
    let display: ConsumeDisplay
    let signals: StopSignals

    func run() async throws(CommandFailure) -> ExitStatus {
        var configuration = ConsumerRun.Configuration()
        configuration.width = settings.jobs
        configuration.tries = settings.queue.tries
        configuration.patience = settings.grace
        let (line, display) = (line, display)
        var run = ConsumerRun(queue, configuration, onNotice: { display.take($0) }) { job in
            await Self.answer(to: job, line)
        }
        let stop = StopRequest()
        let (stopped, isStopped) = AsyncStream.makeStream(of: Void.self)
        stop.onMade { isStopped.finish() }
        display.take(.remark("Working on the queue \(settings.queue.layout.name)"))
        // Ends with this command.
        async let _: Void = line.followWithdrawals()
        let end: ConsumerRun.End
        do throws(PreparationError) {
            end = try await signals.turned(into: stop) { () throws(PreparationError) in
                try await run.run { for await _ in stopped {} }
            }
        } catch {
            throw .problem(error)
        }
        let written = console.output.write(settings.json ? JSONLine.of(Summary(end)) : end.tally.words + "\n")
        if let fault = end.fault { throw .problem(fault) }
        return written == .failed ? .machine : .ready
    }

    private static func answer(to job: FleetJob, _ line: any PreparationLine) async -> BatchAnswer {
        do throws(PreparationError) {
            guard job.isCheck else { return .receipt(try await line.prepare(job.request, onProgress: nil)) }
            return .inspection(try await line.inspect(job.request, onProgress: nil))
        } catch {
            return .problem(error)
        }
    }

    private struct Summary: Encodable {
        let answered: Int
        let statuses: [String: Int]
        let putBack: Int
        let dead: Int
        let problem: PreparationError?

        init(_ end: ConsumerRun.End) {
            answered = end.tally.answered
            statuses = end.tally.statuses
            putBack = end.tally.putBack
            dead = end.tally.buried
            problem = end.fault
        }

        private enum CodingKeys: String, CodingKey { case answered, statuses, putBack = "put_back", dead, problem }
    }
}
