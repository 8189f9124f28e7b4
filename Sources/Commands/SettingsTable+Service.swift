internal import Affix
internal import HTTPServer
internal import Serving

extension SettingsTable {
    /// The service, and links to it.
    static let service: [Setting] = [
        Setting(
            "listen", \.serve.listen, .listenAddress, on: serving,
            "Where the service listens; :8080 is every address of this machine, and then tokens are needed."),
        Setting(
            "token-file", \.serve.service.tokenFile, .path("FILE"), on: serving,
            "A file with a name:token on each line; a request must bring one of these tokens."),
        Setting(
            "signing-key", \.serve.service.signingKeyFile, .path("FILE"), on: serving.union(signing),
            "The file of the key that links to /render and callbacks are signed with; without one there are none."),
        Setting(
            "service", \.sign.service, .serviceAddress, on: signing,
            "Address of the service that signed links lead to."),
        Setting("valid-for", \.sign.validFor, .longTime, on: signing, "How long a signed link is good for."),
        Setting(
            "token-rate", \.serve.service.requestsPerSecond, .count(0...1_000_000, zeroIsAbsence: true),
            absence: "no limit", on: serving, "Requests a second with one token; 0 is no limit."),
        Setting(
            "max-at-once", \.serve.service.mostAtOnce, .count(1...100_000), on: serving,
            "Preparations under way at once; further requests are turned away, and of one host what would be more than three quarters of them."
        ),
        Setting(
            "max-connections", \.serve.service.server.connections, .count(1...100_000), on: serving,
            "Connections at once; further ones wait, for those at first that ask or take nothing."),
        Setting(
            "finish-late", \.serve.service.finishesLate, .onOff, on: serving,
            "Whether a preparation whose caller has gone is finished and remembered."),
        Setting(
            "originals", \.preparer.originals, .path("PLACE"), absence: "originals in the state folder",
            on: keeping.union([.withdraw]),
            "Where uploads sent with keep_original=true lie: a folder, or s3://bucket/prefix that nobody else may read."
        ),
        Setting(
            "original-days", \.preparer.originalDays, .count(1...3_650), on: keeping,
            "Days for which an upload sent with keep_original=true is kept unchanged."),
        Setting(
            "max-originals", \.preparer.originalMegabytes, .count(0...1_000_000_000), on: serving,
            "Megabytes that all kept uploads together may have."),
        Setting(
            "min-free", \.serve.service.leastFreeMegabytes, .count(0...1_000_000_000), on: serving,
            "Megabytes that must be free on the disks of shelf and state; below, the service takes no work."),
    ]
}
