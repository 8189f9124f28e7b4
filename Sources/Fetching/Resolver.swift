package import AttachmentModel
package import FlowControl

/// Turns a host into numeric addresses.
package struct Resolver: Sendable {
    package typealias Lookup =
        @Sendable (_ host: String, _ deadline: Deadline) async throws(PreparationError) -> [String]

    private let lookup: Lookup

    package init(_ lookup: @escaping Lookup) {
        self.lookup = lookup
    }

    /// All addresses of a host, in the order in which they should be tried.
    package func addresses(of host: String, until deadline: Deadline) async throws(PreparationError) -> [String] {
        try await lookup(host, deadline)
    }

    /// The resolver of this machine, asked by at most `width` threads at once.
    ///
    /// It cannot be told when to end: a lookup that outlives its deadline keeps its place until the system gives up.
    package static func system(width: Int = 64) -> Resolver {
        let gate = Gate(width: width)
        let lane = BlockingLane()
        return Resolver { (host, deadline) throws(PreparationError) in
            // A number in any spelling asks nobody, so it waits for nobody.
            if case .success(let addresses) = SystemNames.addresses(of: host, onlyNumeric: true) { return addresses }
            guard await gate.enter(until: deadline) == .through else { throw PreparationError(.fetchTimeoutName) }
            let answer = await lane.run(until: deadline) {
                defer { gate.leave() }
                return SystemNames.addresses(of: host)
            }
            guard let answer else {
                throw PreparationError(.fetchTimeoutName, "Resolving \(host) took too long")
            }
            return try answer.get()
        }
    }
}
