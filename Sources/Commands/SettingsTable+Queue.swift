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
            "queue-replicas", \.queue.replicas, .count(1...5), on: sharing,
            "On how many servers the queue is kept; counts when it is made."),
        Setting(
            "queue-wait", \.queue.ackWait, .time, on: listing.union([.consume]),
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

    /// What is about a queue alone.
    static let aboutQueue = queue.map(\.name).filter { !["queue", "index-store"].contains($0) }

    /// What the machines of a fleet do in place of a batch, and are told each for itself.
    static let ofMachines =
        fetches.map(\.name).filter { $0 != "ca-file" } + [
            "base-url", "allow-http-base", "probe", "allow-buckets", "jobs", "index", "grace", "transcoders", "ffmpeg",
            "max-duration", "fetch-time", "name-time", "connect-time", "first-byte-time", "stall-time", "movie-time",
            "audio-time", "poster-time",
        ]

    /// What a batch with a queue needs only to draw the pictures of its report.
    static let ofDrawing = [
        "shelf", "bucket-style", "ca-file", "worker", "workers", "sandbox", "decode-memory", "max-megapixels",
        "max-frames", "max-total-megapixels", "recognise-time", "picture-time", "publish-time",
    ]
}
