/// What affix can be asked to do.
enum Command: String, CaseIterable, Sendable {
    case prepare, inspect, batch, consume, queue, payload, serve, sign, index, collect, withdraw, doctor, config

    /// What its operands are called; `nil` when it takes none.
    var operand: String? {
        switch self {
        case .prepare, .inspect, .sign: "SOURCE"
        case .batch: "MANIFEST"
        case .queue: "ACTION"
        case .payload: "RECEIPT"
        case .withdraw: "TARGET"
        case .consume, .serve, .index, .collect, .doctor, .config: nil
        }
    }

    /// Whether it cannot be called without its operand.
    var needsOperand: Bool { operand != nil && self != .queue }

    /// Whether it looks after what others have prepared, and prepares nothing itself.
    var looksAtRecords: Bool { [.index, .collect, .withdraw].contains(self) }

    /// What its operands may be, beside standard input.
    var operandForms: String {
        switch self {
        case .batch: "a file of sources"
        case .payload: "a file of receipts, or with --check of payloads"
        case .withdraw: "a source, a published URL or a digest, or --list"
        default: "a URL, a file"
        }
    }

    /// What it does, in one line.
    var summary: String {
        switch self {
        case .prepare: "Fetch, crop, shrink and publish; print a receipt with the URL to send."
        case .inspect: "Say what a source is and whether iOS would show it; publish nothing."
        case .batch: "Prepare every source of a list into a journal that says what is done; again, it resumes."
        case .consume: "Work off the queue of a fleet on this machine, until it is told to stop."
        case .queue: "Show how the queue of a fleet stands; put dead jobs back, or take everything out."
        case .payload: "Compose what goes into the push out of receipts; with --check, find its faults."
        case .serve: "Answer over HTTP: prepare and inspect for others, and serve what was published."
        case .sign: "Make links that have a service prepare a source when they are followed."
        case .index: "Show what earlier batches have left in the index; with --json, all of it."
        case .collect: "Find published files whose time is up; with --delete, remove them."
        case .withdraw: "Take a source, or what was published, off the shelf and keep it off; --undo allows it again."
        case .doctor: "Check this machine and say how to put right what is missing."
        case .config: "Show every setting, its value and where it came from."
        }
    }

    /// How it is called.
    var usage: String {
        "affix \(rawValue)" + (operand.map { needsOperand ? " \($0)…" : " [\($0)…]" } ?? "") + " [options]"
    }

    /// Calls to learn from, each with what it does.
    var examples: [(call: String, effect: String)] {
        switch self {
        case .prepare:
            [
                ("affix prepare https://example.com/photo.jpg", "1024x1024, aiming at 300 kB, into ./affix-shelf"),
                ("affix prepare photo.heic -o push.jpg", "a local file; also write the result to push.jpg"),
                ("curl … | affix prepare -", "whatever standard input holds"),
                (
                    "affix prepare --profile banner --base-url https://cdn.example.com/push URL",
                    "crop 2:1; the receipt's URL begins with the base"
                ),
                ("affix prepare --json URL1 URL2 URL3", "at once; one JSON object per line, in this order"),
            ]
        case .inspect:
            [
                ("affix inspect https://example.com/clip.mov", "facts, verdict, reasons, redirects"),
                (
                    "affix inspect media",
                    "every file below a folder: a line each, then how many of which verdict and code"
                ),
                ("affix inspect --json *.png | jq -r .verdict.answer", "attachable, needs-work or refused"),
            ]
        case .batch:
            [
                (
                    "affix batch urls.txt --out results.jsonl",
                    "a result on each line, in any order; run again, it resumes"
                ),
                ("affix batch products.csv --out results.jsonl --check", "only verdicts: is this list fit to be sent?"),
                (
                    "… | affix batch - --out results.jsonl --time-limit 50m --json",
                    "JSON lines from a pipe; a summary in JSON at the end"
                ),
                (
                    "affix batch products.csv --out results.jsonl --queue nats://queue.internal",
                    "the machines of a fleet do the work: affix consume"
                ),
                (
                    "affix batch 'lists/*.jsonl' --out results.jsonl --fail-if-refused-over 5%",
                    "every list; status 1 when more than one item in twenty is refused"
                ),
            ]
        case .payload:
            [
                (
                    "affix prepare --json URL | affix payload - --preset fcm --title Hello --body World",
                    "the payload as one line of JSON; of text alone when there is nothing to attach"
                ),
                (
                    "affix payload results.jsonl --merge base.json --preset native,braze --shorten --json",
                    "a journal's receipts; an object with id, bytes and payload on each line"
                ),
                ("affix payload --check payload.json --push-type alert", "every fault with its place and its cure"),
                ("affix payload --check payload.json --fetch", "and whether the media is there and fits to its name"),
                (
                    "affix payload receipt.json --title Hi --simulator com.example.app > push.apns",
                    "to be dropped on a simulator"
                ),
                (
                    "affix payload receipt.json --body Secret --seal push.keys --topic com.example.app",
                    "only a neutral text in clear"
                ),
            ]
        case .serve:
            [
                ("affix serve", "at 127.0.0.1:8080, for this machine alone"),
                (
                    "affix serve --listen :8080 --token-file tokens --base-url https://push.example.com/media",
                    "for others, who need a token; a web server in front of it does TLS"
                ),
                (
                    "curl -H 'Content-Type: application/json' -d '{\"source\": \"URL\"}' 127.0.0.1:8080/v1/attachments",
                    "a receipt, as affix prepare --json prints it"
                ),
            ]
        case .sign:
            [
                (
                    "affix sign --signing-key key --service https://push.example.com --valid-for 24h URL",
                    "a link to https://push.example.com/render, good for a day"
                ),
                (
                    "(umask 077; head -c 32 /dev/urandom | base64 > key)",
                    "a key, which affix serve --signing-key gets as well; nobody else may read it"
                ),
                ("affix sign --json --signing-key key --service https://push.example.com URL1 URL2", "for programs"),
            ]
        case .consume:
            [
                (
                    "affix consume --queue nats://queue.internal --shelf /mnt/push --base-url https://cdn.example.com/push",
                    "on each machine; SIGTERM ends it cleanly"
                ),
                ("affix consume --queue tls://queue.internal --queue-creds push.creds", "with the usual credentials"),
            ]
        case .queue:
            [
                ("affix queue --queue nats://queue.internal", "what waits, what runs, what was tried in vain"),
                ("affix queue redrive --queue nats://queue.internal", "dead jobs go back to the machines"),
                ("affix queue redrive 17 23 --queue nats://queue.internal", "only these"),
                ("affix queue purge --queue nats://queue.internal", "jobs, answers and dead jobs are gone"),
            ]
        case .index:
            [
                ("affix index", "how many receipts are remembered, and how many of them still count"),
                ("affix index --verify", "and whether each published file is there with the right bytes"),
                ("affix index --json > answers.jsonl", "one object for each answer"),
            ]
        case .collect:
            [
                ("affix collect", "what would be removed: nothing is touched"),
                ("affix collect --delete", "files that nobody has published or asked for in 36 days go"),
                ("affix collect --verify", "and read every file that stays, to find damaged ones"),
            ]
        case .withdraw:
            [
                (
                    "affix withdraw https://example.com/photo.jpg",
                    "what the index knows to have been made of it goes too"
                ),
                (
                    "affix withdraw https://cdn.example.com/push/ab/ab….jpg --purge-command 'purge-cdn --zone push'",
                    "by its published URL; the program is run for each URL that goes"
                ),
                ("affix withdraw --list", "what is withdrawn, and since when"),
                ("affix withdraw --undo https://example.com/photo.jpg", "that may be published again"),
            ]
        case .doctor:
            [("affix doctor", "worker, sandbox, libraries, certificates, folders")]
        case .config:
            [("AFFIX_PROFILE=lite affix config --jobs 2", "what would apply, and where it came from")]
        }
    }
}
