internal import Affix

extension SettingsTable {
    /// Lists, and what earlier ones have left.
    static let lists: [Setting] = [
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
            "index", \.preparer.remembers, .onOff, on: listing.union([.consume, .collect]),
            "Whether a batch remembers in the state folder what it has prepared, and renders only what has changed. Without, a collection goes by the files' own times where no index is."
        ),
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
    ]
}
