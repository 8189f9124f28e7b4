public import AttachmentModel
internal import FoundationEssentials

/// Everything a `Preparer` is told once, at its start.
public struct PreparerConfiguration: Sendable {
    /// The folder that holds published media and nothing else, which any web server can serve; or `s3://bucket/prefix`.
    public var shelf = "./affix-shelf"
    /// The folder for what affix keeps for itself, such as downloads that outgrow memory.
    public var state = "./affix-state"
    /// The public address of the shelf.
    ///
    /// Without one a receipt's URL is a `file:` URL, with a warning.
    public var baseURL: String?
    /// Whether `baseURL` may be http, for development: phones refuse it.
    public var allowHTTPBase = false
    /// Whether a file counts as published only once it has been loaded from its public address, as a phone would load it.
    public var probes = false
    /// Buckets whose objects may be sources (`s3://bucket/key`); no others are.
    public var allowBuckets: [String] = []
    /// Where a bucket's name goes in a request: `path`, `host`, or `auto`, which is the path for a configured endpoint and
    /// the host for Amazon's own.
    public var bucketStyle = "auto"
    /// Where the settings of the storage are taken from, by the names that Amazon's own tools use: AWS_ACCESS_KEY_ID,
    /// AWS_ENDPOINT_URL and so on, and HOME for their files.
    ///
    /// Not looked at without an `s3:` shelf or allowed buckets.
    public var variables = ProcessInfo.processInfo.environment
    /// A program and its arguments, run without a shell for each URL that is withdrawn; `{url}` stands for the URL, which
    /// else comes last.
    public var purgeCommand: [String] = []
    /// Private addresses that may be fetched from, as addresses or CIDR blocks.
    public var allowAddresses: [String] = []
    /// Ports that may be fetched from.
    public var allowPorts: [Int] = [80, 443, 8080, 8443]
    /// Hosts that may be fetched from, and no others when there are any; `*.example.com` is every host below a name.
    public var allowHosts: [String] = []
    /// Hosts that are never fetched from, whatever else allows them.
    public var denyHosts: [String] = []
    /// Headers to send to single hosts, such as a Referer or an Authorization, by name and value.
    ///
    /// A key is a host, and then means https on port 443, or an origin such as `http://intranet.example:8080`. The
    /// headers go to no other origin and are never logged.
    public var hostHeaders: [String: [String: String]] = [:]
    /// Transfers from one host at once.
    public var transfersPerHost = 6
    /// Transfers from one host that begin in a second; 0 is no limit.
    public var startsPerSecond = 50
    /// Addresses with ports at which the same process listens, as in `[::]:8080`: never fetched from.
    public var listening: [String] = []
    /// A file of trusted root certificates in place of the system's.
    public var caFile: String?
    /// How affix introduces itself to origins.
    public var userAgent = "affix/\(Preparer.version)"
    /// The program that opens strangers' bytes; without one, `affix-worker` beside the running program.
    public var workerPath: String?
    /// The ffmpeg program, for movies and sounds that have to be encoded anew; without one, that on the `PATH`.
    public var ffmpegPath: String?
    /// Runs of ffmpeg at once; 0 is one for each four cores.
    public var transcoders = 0
    /// Whether workers are locked down.
    ///
    /// Without it a hostile file that takes a decoder over has all rights of this user: only where a kernel lacks
    /// seccomp, and then only for files of your own.
    public var sandbox = true
    /// Workers that may run at once; 0 is one for each core.
    public var workers = 0
    /// Whether a request that has its bytes waits for a worker as long as it takes, with its clock stopped.
    ///
    /// For lists, where nobody waits for the single answer. Else waiting counts, and who waits for too long is sent away.
    public var waitsForTurn = false
    /// Whether receipts are remembered in the state folder, so that a source that has not changed is not rendered again.
    public var remembers = false
    /// Whether a refusal of a URL is remembered too, for ten minutes.
    public var remembersRefusals = true
    /// Takes words about troubles that keep nothing from being prepared, such as an index that cannot be used.
    ///
    /// Called on any thread, and once only for each trouble.
    public var onTrouble: (@Sendable (String) -> Void)?
    /// Bytes that pictures being decoded may take together; 0 is half of what the machine or its control group has.
    public var decodeMemory = 0
    /// Where uploads that are to be kept unchanged lie: a folder, or `s3://bucket/prefix` that nobody else may read, in
    /// either case outside of the shelf; without one, a folder of the state.
    public var originals: String?
    /// Days for which an upload that is to be kept unchanged stays there.
    public var originalDays = 30
    /// Megabytes that all of these together may have.
    public var originalMegabytes = 10_000
    /// Bounds on what is fetched.
    public var limits = SourceLimits()
    /// How long each stage may take.
    public var budgets = StageBudgets()

    /// What this machine shares with others.
    package var fleet = FleetParts()

    /// The defaults.
    public init() {}
}
