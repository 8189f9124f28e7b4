package import Affix
package import AttachmentModel
package import FlowControl
package import HTTPServer

/// A service from its first to its last answer.
package struct ServiceRun: Sendable {
    /// Where it can be asked.
    package let address: ListenAddress
    private let service: Service
    private let server: HTTPServer

    /// Begins to answer at a socket that listens.
    ///
    /// The service never fetches from itself. Without a base URL, at an address of this machine alone, receipts name that
    /// address: enough to try it out.
    ///
    /// Throws `configuration-invalid` or `configuration-machine` with what is at fault.
    package init(
        at socket: consuming ListeningSocket, _ settings: PreparerConfiguration, _ configuration: ServiceConfiguration
    ) throws(PreparationError) {
        guard let address = socket.address else {
            throw PreparationError(.configurationMachine, "The socket that was handed over is none of the internet")
        }
        self.address = address
        var settings = settings
        settings.listening.append(address.description)
        if settings.baseURL == nil, address.isLoopback {
            settings.baseURL = "http://\(address)/media"
            settings.allowHTTPBase = true
        }
        let preparer = try Preparer(settings)
        service = try Service(preparer, settings, at: address, configuration)
        server = try HTTPServer(at: socket, limits: configuration.server, handler: service)
        // Whoever asks first whether it is ready, or for anything else, does not wait for programs to be loaded.
        preparer.warm()
    }

    /// Answers until `stop`, then lets what is under way finish for as long as `grace`.
    ///
    /// - Returns: whether all of it had finished.
    package func run(until stop: StopRequest, grace: Duration) async -> Bool {
        let following = Task { [service] in
            async let originals: Void = service.preparer.followWithdrawals()
            async let files: Void = service.followWithdrawals()
            _ = await (originals, files)
        }
        defer { following.cancel() }
        await withCheckedContinuation { continuation in stop.onMade { continuation.resume() } }
        service.beginDraining()
        return await server.drain(until: Deadline(in: grace), farewell: Service.farewell)
    }
}
