internal import Affix

extension SettingsTable {
    /// What may be fetched, and how.
    static let fetches: [Setting] = [
        Setting(
            "allow-addresses", \.preparer.allowAddresses, .networks, on: fetching,
            "Private addresses that may be fetched from, at any port."),
        Setting(
            "allow-ports", \.preparer.allowPorts, .ports, on: fetching,
            "Ports that may be fetched from, and that callbacks may go to."),
        Setting(
            "allow-hosts", \.preparer.allowHosts, .hosts, absence: "any", on: fetching,
            "The only hosts that are fetched from; *.example.com is every host below a name."),
        Setting(
            "deny-hosts", \.preparer.denyHosts, .hosts, on: fetching,
            "Hosts that are never fetched from, whatever else allows them."),
        Setting(
            "host-headers", \.hostHeaders, .path("FILE"), on: fetching,
            "A JSON file of headers for single hosts, such as a Referer or an Authorization."),
        Setting(
            "host-transfers", \.preparer.transfersPerHost, .count(1...1_000), on: preparing,
            "Transfers from one host at once."),
        Setting(
            "host-starts", \.preparer.startsPerSecond, .count(0...10_000), on: preparing,
            "Transfers from one host that begin in a second; 0 is no limit."),
        Setting(
            "ca-file", \.preparer.caFile, .path("FILE"), absence: "the system's", on: touching,
            "Trusted root certificates in place of the system's."),
        Setting(
            "user-agent", \.preparer.userAgent, .headerText, on: fetching, "How affix introduces itself to hosts."),
    ]
}
