internal import Affix
internal import AttachmentModel
internal import HTTPServer
internal import Push
internal import Serving

/// Every setting there is: flags, variables, keys, help and the README's table are all made of these rows.
package enum SettingsTable {
    private static let making: Set<Command> = [.prepare, .config]
    /// What a request to the service says for itself.
    private static let asking: Set<Command> = [.prepare, .inspect, .batch, .config]
    private static let reading = asking.union([.serve])
    private static let composing: Set<Command> = [.payload, .config]
    private static let signing: Set<Command> = [.sign, .config]
    private static let serving: Set<Command> = [.serve, .config]
    private static let keeping = serving.union([.collect])
    static let preparing = reading.union([.consume])
    static let fetching = preparing.union([.payload])
    private static let publishing: Set<Command> = [.prepare, .batch, .consume, .serve, .doctor, .config]
    static let shelving = publishing.union([.index, .collect, .withdraw])
    private static let working = everywhere.subtracting([.index, .collect, .withdraw, .queue])
    /// What prepares or looks after what was prepared, beside the machines of a fleet or as one of them.
    private static let sharing: Set<Command> = [
        .prepare, .inspect, .batch, .consume, .serve, .index, .collect, .withdraw, .config,
    ]
    private static let queueing = sharing.union([.queue])
    private static let listing: Set<Command> = [.batch, .config]
    private static let ofProfile = "the profile's"
    private static let everywhere = Set(Command.allCases)

    static let rows: [Setting] = main + times

    private static let main: [Setting] = [
        Setting(
            "profile", \.profile, .profile, on: asking.union(signing),
            "What to make: push (crop to 1024x1024), banner (1024x512), lite (512x512) or original (full size)."),
        Setting(
            "geometry", \.changes.geometry, .geometry, absence: ofProfile, on: asking,
            "How a picture meets width and height: crop fills them, fit stays inside, pad fills up, keep leaves the size."
        ),
        Setting("width", \.changes.width, .side, absence: ofProfile, on: asking, "Width of the frame in pixels."),
        Setting("height", \.changes.height, .side, absence: ofProfile, on: asking, "Height of the frame in pixels."),
        Setting(
            "gravity", \.changes.gravity, .gravity, absence: ofProfile, on: asking,
            "What a crop keeps: the centre, where attention or entropy is highest, or a point such as 0.5,0.2."),
        Setting(
            "enlarge", \.changes.enlarge, .choice, absence: ofProfile, on: asking,
            "Whether a picture smaller than the frame is enlarged to it (true) or never (false)."),
        Setting(
            "background", \.changes.background, .colour, absence: ofProfile, on: asking,
            "What shows around a padded picture, and through a transparent one that becomes a JPEG."),
        Setting(
            "format", \.changes.format, .format, absence: ofProfile, on: asking,
            "What a still becomes: auto is PNG for transparency and drawings, else JPEG."),
        Setting(
            "animation", \.changes.animation, .animation, absence: ofProfile, on: asking,
            "What becomes of a picture that moves: keep lets it move, still publishes its first frame, movie makes one of what is over 10 MB."
        ),
        Setting(
            "movie", \.changes.movie, .movie, absence: ofProfile, on: asking,
            "What becomes of a movie longer than the 30 seconds that are shown: keep, trim, refuse, or poster, which trims and shows a frame of what iOS cannot play."
        ),
        Setting(
            "quality", \.changes.quality, .quality, absence: ofProfile, on: asking,
            "JPEG quality to begin with; it is lowered to meet the goal."),
        Setting(
            "goal", \.changes.goal, .bytes, absence: ofProfile, on: asking,
            "Bytes to aim for with a still picture; the cap of iOS holds besides."),
        Setting(
            "fit", \.changes.fit, .linkFit, on: asking,
            "Sets the goals so that a phone on this link has the file in this time: 10s@1.6mbps is slow 4G."),
        Setting(
            "variants", \.variants, .variants, on: making.union([.batch]),
            "Further renditions of the same source, by profiles or as a picture: poster of a movie, waveform of a sound."
        ),
        Setting(
            "rescue", \.rescue, .onOff, on: asking,
            "Whether a file that iOS would not show is converted; if not, it is refused."),
        Setting(
            "output", \.output, .path("FILE"), letter: "o", on: making,
            "Also write the result to this file; with one source only."),
        Setting(
            "shelf", \.preparer.shelf, .path("PLACE"), on: shelving,
            "Where published media goes: a folder, which any web server can serve, or s3://bucket/prefix."),
        Setting(
            "base-url", \.preparer.baseURL, .webAddress, on: publishing.union([.withdraw]),
            "Public https address of the shelf; without it the receipt holds a file URL, which no phone can fetch."),
        Setting(
            "allow-http-base", \.preparer.allowHTTPBase, .onOff, on: publishing.union([.payload, .withdraw]),
            "Accept an http base URL, and http media in payloads, for development: phones refuse it."),
        Setting(
            "probe", \.preparer.probes, .onOff, on: publishing,
            "Load each published file from its public URL, as a phone would, before its receipt says ready."),
        Setting(
            "bucket-style", \.preparer.bucketStyle, .bucketStyle, on: everywhere.subtracting([.queue]),
            "Where a bucket stands in requests: path, host, or auto: host for Amazon's own endpoints, else path."),
        Setting(
            "allow-buckets", \.preparer.allowBuckets, .buckets, on: preparing,
            "Buckets whose objects may be sources, as s3://bucket/key; the key and endpoint are the shelf's."),
        Setting(
            "state", \.preparer.state, .path("DIR"), on: everywhere.subtracting([.queue]),
            "Folder for what affix keeps for itself, such as large downloads while they last."),
        Setting(
            "deadline", \.deadline, .time, absence: "15s, of a movie 120s", on: asking.union([.payload]),
            "How long one source may take from start to receipt."),
        Setting("jobs", \.jobs, .count(1...256), on: asking.union([.consume]), "Sources worked on at once."),
        Setting(
            "workers", \.preparer.workers, .count(0...256, zeroIsAbsence: true), absence: "one for each core",
            on: working, "Decoder processes at once; 0 is one for each core."),
        Setting(
            "sandbox", \.preparer.sandbox, .onOff, on: working,
            "Whether decoders are locked down; off, a hostile file has all rights of this user."),
        Setting(
            "decode-memory", \.preparer.decodeMegabytes, .count(0...10_000_000, zeroIsAbsence: true),
            absence: "half of the machine's", on: preparing,
            "Megabytes that the pictures being decoded may take together; 0 is half of what the machine has."),
        Setting(
            "worker", \.preparer.workerPath, .path("FILE"), absence: "affix-worker beside affix",
            on: working, "The affix-worker program; affix-transcoder lies beside it."),
        Setting(
            "ffmpeg", \.preparer.ffmpegPath, .path("FILE"), absence: "ffmpeg on the PATH", on: working,
            "The ffmpeg program, for movies and sounds that have to be encoded anew."),
        Setting(
            "transcoders", \.preparer.transcoders, .count(0...256, zeroIsAbsence: true),
            absence: "one for each four cores", on: working, "Runs of ffmpeg at once; 0 is one for each four cores."),
        Setting(
            "max-megapixels", \.preparer.limits.megapixels, .count(1...1_000), on: preparing,
            "Millions of pixels that a picture, or one frame of it, may have."),
        Setting(
            "max-frames", \.preparer.limits.frames, .count(1...100_000), on: preparing,
            "Frames that an animated picture may have."),
        Setting(
            "max-total-megapixels", \.preparer.limits.totalMegapixels, .count(1...100_000), on: preparing,
            "Millions of pixels that all frames of an animation may have together."),
        Setting(
            "max-duration", \.preparer.limits.duration, .time, on: preparing,
            "How long a movie or sound may play."),
        Setting(
            "allow-addresses", \.preparer.allowAddresses, .networks, on: fetching,
            "Private addresses that may be fetched from."),
        Setting("allow-ports", \.preparer.allowPorts, .ports, on: fetching, "Ports that may be fetched from."),
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
            "ca-file", \.preparer.caFile, .path("FILE"), absence: "the system's", on: working,
            "Trusted root certificates in place of the system's."),
        Setting(
            "user-agent", \.preparer.userAgent, .headerText, on: fetching, "How affix introduces itself to hosts."),
        Setting(
            "out", \.batch.out, .path("FILE"), on: listing,
            "The journal of a batch: a result on each line, only ever appended to; the same again resumes."),
        Setting(
            "report", \.batch.report, .path("FILE"), on: listing,
            "Also write a page for people: every picture as a phone shows it, what was refused and why, sizes and hosts."
        ),
        Setting(
            "manifest-form", \.batch.form, .manifestForm, absence: "told by the first line", on: listing,
            "How manifests are written: jsonl (an object on each line), csv (with a row of names) or list."),
        Setting(
            "index", \.preparer.remembers, .onOff, on: listing.union([.consume]),
            "Whether a batch remembers in the state folder what it has prepared, and renders only what has changed."),
        Setting(
            "verify", \.verify, .onOff, on: [.index, .collect, .config],
            "Also read every published file and compare its bytes with its name."),
        Setting(
            "delete", \.delete, .onOff, on: [.collect, .config], "Remove what is found; without it nothing is touched."),
        Setting("list", \.list, .onOff, on: [.withdraw, .config], "List what is withdrawn."),
        Setting(
            "undo", \.undo, .onOff, on: [.withdraw, .config],
            "Allow again what was withdrawn, and all that went with it."),
        Setting(
            "purge-command", \.preparer.purgeCommand, .commandLine, on: serving.union([.withdraw]),
            "A program and its arguments, or a JSON list of them, run without a shell for each URL that goes; {url} is the URL, else it comes last."
        ),
        Setting(
            "check", \.check, .onOff, on: listing.union([.payload]),
            "Only judge: the sources of a batch as inspect does, publishing nothing; or payloads that are there already."
        ),
        Setting(
            "ordered", \.batch.ordered, .onOff, on: listing,
            "Keep the results of a run in the order of the manifests; else they come as they are ready."),
        Setting(
            "retry-refused", \.batch.retryRefused, .onOff, on: listing,
            "Also try again what an earlier run refused."),
        Setting(
            "time-limit", \.batch.timeLimit, .longTime, on: listing,
            "After this time begin nothing more, let end what runs, and leave the rest to the next run."),
        Setting(
            "grace", \.grace, .time, on: listing.union(serving).union([.consume]),
            "How long running work may take to end after SIGTERM or Ctrl-C; a batch leaves the rest to its next run."
        ),
        Setting(
            "max-failures", \.batch.mostFailures, .count(0...1_000_000_000, zeroIsAbsence: true), absence: "any number",
            on: listing, "Refused and failed items after which a run begins nothing more; 0 is any number."),
        Setting(
            "fail-if-refused-over", \.batch.refusedLimit, .percent, on: listing,
            "Percent of the items that may be refused before a finished run ends with status 1."),
        Setting(
            "preset", \.payload.presets, .presets, on: composing,
            "Where the payload names the media: for which push client, or several, as in native,fcm."),
        Setting(
            "preset-file", \.payload.presetFile, .path("FILE"), on: composing,
            "A JSON file of presets of your own: names, and in each JSON pointers with what stands there."),
        Setting("title", \.payload.title, .text, on: composing, "The alert's title."),
        Setting("subtitle", \.payload.subtitle, .text, on: composing, "The alert's subtitle."),
        Setting("body", \.payload.body, .text, on: composing, "The alert's body."),
        Setting(
            "merge", \.payload.base, .path("FILE"), on: composing,
            "A payload to begin with: anything of aps, and data of your own beside it."),
        Setting(
            "shorten", \.payload.shortens, .onOff, on: composing,
            "Whether texts may be shortened so that the payload fits: the body first, then subtitle and title."),
        Setting(
            "push-type", \.payload.type, .pushType, on: composing,
            "The apns-push-type the payload is for; of voip 5120 bytes are taken, else 4096."),
        Setting(
            "broadcast", \.payload.isBroadcast, .onOff, on: composing,
            "The payload goes to a channel, for which 5120 bytes are taken."),
        Setting(
            "priority", \.payload.priority, .count(0...100), on: composing,
            "The apns-priority the payload is sent with, to be checked with its type."),
        Setting(
            "expiration", \.payload.expiration, .count(0...4_102_444_800), on: composing,
            "The apns-expiration in UNIX seconds: media has to last as long, without it for 30 days."),
        Setting(
            "topic", \.payload.topic, .bundle, on: composing,
            "The apns-topic; sealing binds a payload to it."),
        Setting(
            "fetch", \.payload.fetches, .onOff, on: composing,
            "With --check: also fetch the media and judge it, as inspect does."),
        Setting(
            "simulator", \.payload.simulator, .bundle, on: composing,
            "Make an .apns file for this app in an iOS simulator."),
        Setting(
            "seal", \.payload.seal, .path("KEYFILE"), on: composing,
            "Seal texts, media and data with the first key of this file (name:base64 on each line); needs --topic."),
        Setting(
            "clear-text", \.payload.clearText, .text, on: composing,
            "What a sealed push shows when it cannot be opened; it must give nothing away."),
        Setting(
            "open", \.payload.open, .path("KEYFILE"), on: composing,
            "Show what sealed payloads hold, with the keys of this file; needs --topic."),
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
            "service", \.sign.service, .webAddress, on: signing, "Address of the service that signed links lead to."),
        Setting("valid-for", \.sign.validFor, .longTime, on: signing, "How long a signed link is good for."),
        Setting(
            "token-rate", \.serve.service.requestsPerSecond, .count(0...1_000_000, zeroIsAbsence: true),
            absence: "no limit", on: serving, "Requests a second with one token; 0 is no limit."),
        Setting(
            "max-at-once", \.serve.service.mostAtOnce, .count(1...100_000), on: serving,
            "Preparations under way at once; further requests are turned away."),
        Setting(
            "max-connections", \.serve.service.server.connections, .count(1...100_000), on: serving,
            "Connections at once; further ones wait."),
        Setting(
            "finish-late", \.serve.service.finishesLate, .onOff, on: serving,
            "Whether a preparation whose caller has gone is finished and remembered."),
        Setting(
            "original-days", \.preparer.originalDays, .count(1...3_650), on: keeping,
            "Days for which an upload sent with keep_original=true is kept unchanged in the state folder."),
        Setting(
            "max-originals", \.preparer.originalMegabytes, .count(0...1_000_000_000), on: serving,
            "Megabytes that all kept uploads together may have."),
        Setting(
            "min-free", \.serve.service.leastFreeMegabytes, .count(0...1_000_000_000), on: serving,
            "Megabytes that must be free on the disks of shelf and state; below, the service takes no work."),
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
        Setting("json", \.json, .onOff, on: everywhere, "Print JSON, one object per line."),
        Setting(
            "config", \.config, .path("FILE"), on: everywhere,
            "A JSON file of settings; flags and the environment override it."),
    ]

    /// The rows whose flags `command` takes.
    static func rows(of command: Command) -> [Setting] { rows.filter { $0.commands.contains(command) } }

    static subscript(name: String) -> Setting? { rows.first { $0.name == name } }

    /// The settings as a table in Markdown, for the README.
    package static var markdown: String {
        let head = """
            | Flag | Environment | Key in the file | Default | What it does |
            |---|---|---|---|---|

            """
        return head
            + rows.map { row in
                let flag = row.usualFlag + (row.placeholder.map { " " + $0 } ?? "")
                let key = row.name == "config" ? "" : "`\(row.key)`"
                return "| `\(flag)` | `\(row.environmentName)` | \(key) | \(row.standard) | \(row.help) |\n"
            }.joined()
    }
}
