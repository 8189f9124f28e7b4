package import HTTPServer

/// What a service is told once, at its start, besides what its preparer is told.
package struct ServiceConfiguration: Sendable {
    /// The file of tokens; without one nobody needs a token.
    package var tokenFile: String?
    /// Requests a second for each token; 0 is no limit.
    package var requestsPerSecond = 0
    /// The file of the key that render links and callbacks are signed with; without one there are none.
    package var signingKeyFile: String?
    /// The folder in which a service manager has put secrets for this process alone.
    package var credentials: String?
    /// How long whoever is told of the end of a job may take to answer.
    package var callbackTime = Duration.seconds(10)
    /// Preparations at once; further ones are turned away.
    package var mostAtOnce = 256
    /// Whether a preparation whose callers have gone is brought to its end and remembered.
    package var finishesLate = true
    /// How long a preparation may take, whatever its callers wait.
    package var longestWork = Duration.seconds(120)
    /// Jobs that are worked on at once.
    package var jobsAtOnce = 16
    /// Bytes of a JSON body.
    package var bodyBytes = 1 << 20
    /// How long a body may take to come.
    package var bodyTime = Duration.seconds(30)
    /// How long an upload may take to come: what the limits allow at most, at a few megabytes a second.
    package var uploadTime = Duration.seconds(300)
    /// Below so many free bytes on its disks the service takes no more work.
    package var leastFreeBytes = 200_000_000
    /// The same in the unit that people count disks in.
    package var leastFreeMegabytes: Int {
        get { leastFreeBytes / 1_000_000 }
        set { leastFreeBytes = newValue * 1_000_000 }
    }
    package var server = ServerLimits()
    /// Takes a line of the log.
    package var log: @Sendable (String) -> Void = { _ in }
    /// Whether the log is for a person.
    package var logsWords = false

    package init() {}

    /// Writes an entry of the log, in the form that is read there.
    func log(_ entry: some Encodable, _ words: String) {
        log(logsWords ? words : String(decoding: JSON.bytes(entry), as: UTF8.self) + "\n")
    }
}
