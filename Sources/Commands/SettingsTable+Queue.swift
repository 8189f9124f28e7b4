extension SettingsTable {
    /// The queue of a fleet.
    static let queue: [Setting] = [
        Setting(
            "queue", \.queue.address, .queueAddress, on: queueing,
            "The NATS servers of a fleet: the machines that run affix consume do the work of a batch, and all share what is withdrawn."
        ),
        Setting(
            "queue-name", \.queue.layout, .queueName, on: queueing,
            "Which queue on these servers; streams and buckets are named after it."),
        Setting(
            "queue-creds", \.queue.credentials, .path("FILE"), on: queueing,
            "A NATS credentials file; a user, password or token can stand in the URL instead."),
        Setting(
            "queue-ca", \.queue.caFile, .path("FILE"), absence: "the system's", on: queueing,
            "Trusted root certificates for the servers of the queue; turns TLS on, as tls:// does."),
        Setting(
            "queue-cert", \.queue.certificate, .path("FILE"), on: queueing,
            "A certificate with which this machine shows the servers who it is."),
        Setting(
            "queue-key", \.queue.key, .path("FILE"), absence: "in the file of the certificate", on: queueing,
            "The key of that certificate."),
        Setting(
            "queue-replicas", \.queue.replicas, .count(1...5), on: queueing,
            "On how many servers the queue is kept; counts when it is made."),
        Setting(
            "queue-wait", \.queue.ackWait, .time, on: queueing,
            "After this time a job goes to another machine when its own has died; counts when the queue is made."),
        Setting(
            "queue-tries", \.queue.tries, .count(1...100), on: [.consume, .config],
            "How often a job is tried, on whatever machine, before it is put with the dead."),
        Setting(
            "queue-window", \.queue.window, .count(1...100_000), on: listing,
            "Items of a batch that are in the queue at once; twice as many as all machines work on keeps them busy."),
        Setting(
            "index-store", \.queue.indexStore, .indexStore, absence: "nats with a queue, else sqlite", on: sharing,
            "Where it is kept what was prepared and what is withdrawn: sqlite in the state folder, or nats, beside the queue, for a fleet."
        ),
    ]
}
