internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer
internal import Serving

/// Answers over HTTP until a signal comes: `affix serve`.
struct ServeCommand {
    let settings: Settings
    let configuration: PreparerConfiguration
    let console: Console
    let signals: StopSignals

    func run() async throws(CommandFailure) -> ExitStatus {
        let console = console
        var service = settings.serve.service
        service.logsWords = console.error.isTerminal && !settings.json
        service.credentials = console.environment["CREDENTIALS_DIRECTORY"]
        service.log = { _ = console.error.write($0) }
        guard let address = ListenAddress(settings.serve.listen) else {
            throw .usage("\(settings.serve.listen) is no address to listen at; an example is 127.0.0.1:8080")
        }
        let run: ServiceRun
        do throws(PreparationError) {
            // A socket that a service manager has opened goes before the setting.
            if let socket = ListeningSocket(environment: console.environment) {
                run = try ServiceRun(at: socket, configuration, service)
            } else {
                run = try ServiceRun(at: try ListeningSocket(at: address), configuration, service)
            }
        } catch {
            throw .problem(error)
        }
        let stop = StopRequest()
        let hasFinished = await signals.turned(into: stop) {
            // Said once signals are heeded: whoever waits for this line may send one.
            _ = console.output.write("listening at http://\(run.address)\n")
            return await run.run(until: stop, grace: settings.grace)
        }
        if !hasFinished {
            let words = "some requests had not finished in time and were cut off"
            _ = console.error.write(console.paint(for: console.error).bad("affix") + ": " + words + "\n")
        }
        return .ready
    }
}
