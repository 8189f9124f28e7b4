extension PreparationError {
    /// The cause of a failure in stable kebab-case text: the same in library, command line, logs and metrics.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The stable text.
        public let text: String
        /// The part of the line it belongs to.
        public let stage: Stage
        /// Whose fault it is.
        public let blame: Blame
        /// Whether it may pass by itself.
        public let isRetryable: Bool
        /// What it means, for people; no full stop.
        public let meaning: String
        /// What to do about it, for people; no full stop.
        public var advice: String { ([ownAdvice] + (operatorAdvice.map { [$0] } ?? [])).joined(separator: ", or ") }

        /// What anybody can do about it.
        private let ownAdvice: String
        /// What only who runs this machine can do about it instead.
        private let operatorAdvice: String?

        /// - Parameter operatorAdvice: what names a setting or a command of the machine. Where such is all there is to do, it
        ///   is the advice, and the code is affix's fault.
        private init(
            _ text: String, _ stage: Stage, _ blame: Blame, retry: Bool = false, _ meaning: String, _ advice: String,
            or operatorAdvice: String? = nil
        ) {
            self.text = text
            self.stage = stage
            self.blame = blame
            self.isRetryable = retry
            self.meaning = meaning
            ownAdvice = advice
            self.operatorAdvice = operatorAdvice
        }

        /// Whether whoever runs this machine must act: it is affix's fault or its machine's, and not for lack of time alone.
        ///
        /// Exit statuses, and whether a list tries an item again, go by this one rule.
        package var needsOperator: Bool { blame == .affix && ![.deadline, .overloaded].contains(self) }

        /// The advice as somebody reads it for whom others run affix.
        var adviceToCallers: String {
            let others = "whoever runs this service can "
            if needsOperator { return others.capitalizedFirst + advice.lowercasedFirst }
            return ownAdvice + (operatorAdvice.map { ", or " + others + $0 } ?? "")
        }

        /// Finds a code by its text.
        public init?(text: String) {
            guard let code = Self.all.first(where: { $0.text == text }) else { return nil }
            self = code
        }

        /// The stable text.
        public var description: String { text }
        /// Two codes are the same when their texts are.
        public static func == (one: Code, other: Code) -> Bool { one.text == other.text }
        /// Feeds the text.
        public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
}

// The table. A row: text, stage, blame, whether it may pass, what it means, what to do. Each row is its own documentation.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PreparationError.Code {
    // The source as it was written.
    public static let sourceInvalid = Self(
        "source-invalid", .source, .caller, "The source is not a URL that can be read",
        "Check the address for missing parts and stray characters")
    public static let sourceScheme = Self(
        "source-scheme", .source, .caller, "Only http, https, s3 and data URLs are fetched",
        "Use an https URL; a file is named by its path on the command line, and sent as the body over HTTP")
    public static let sourcePort = Self(
        "source-port", .source, .caller, "The port of the URL is not one that affix connects to",
        "Use port 443 or 80", or: "name the port in AFFIX_ALLOW_PORTS")
    public static let sourceAddressForbidden = Self(
        "source-address-forbidden", .source, .caller, "The host lies in a private or reserved network",
        "Use a public host", or: "name the address of one of your own in AFFIX_ALLOW_ADDRESSES")
    public static let sourceHostDenied = Self(
        "source-host-denied", .source, .caller, "The host is not one that affix connects to",
        "Use another host", or: "change AFFIX_ALLOW_HOSTS, AFFIX_DENY_HOSTS or, for s3, AFFIX_ALLOW_BUCKETS")
    public static let sourceUnreadable = Self(
        "source-unreadable", .source, .caller, "The file cannot be read",
        "Check that it exists and that this user may read it")
    public static let sourceNotAFile = Self(
        "source-not-a-file", .source, .caller, "The path is not a regular file",
        "Name a file; pipe anything else in with -")

    public static let sourceWithdrawn = Self(
        "source-withdrawn", .source, .caller, "The source, or what was made of it, has been withdrawn",
        "Use another file", or: "allow it again with affix withdraw --undo; --list shows what was withdrawn")

    // Fetching.
    public static let fetchName = Self(
        "fetch-name", .fetch, .origin, retry: true, "The host name has no address",
        "Check its spelling; if it is right, its DNS is at fault")
    public static let fetchConnect = Self(
        "fetch-connect", .fetch, .origin, retry: true, "The host refused the connection or could not be reached",
        "Check that the server is running, then try again")
    public static let fetchTLSExpired = Self(
        "fetch-tls-expired", .fetch, .origin, "The host's certificate has expired or is not valid yet",
        "Ask the host to renew its certificate")
    public static let fetchTLSName = Self(
        "fetch-tls-name", .fetch, .origin, "The host's certificate is for another name",
        "Use the name that the certificate is for")
    public static let fetchTLSIssuer = Self(
        "fetch-tls-issuer", .fetch, .origin, "The host's certificate has no chain to a trusted root",
        "Ask the host to send its intermediate certificates", or: "name a private root in AFFIX_CA_FILE")
    public static let fetchTLSOther = Self(
        "fetch-tls-other", .fetch, .origin, retry: true, "No secure connection to the host could be made",
        "Check that the host offers TLS 1.2 or later")
    public static let fetchStatus4xx = Self(
        "fetch-status-4xx", .fetch, .origin, "The host does not give out this file",
        "Open the URL in a private browser window: it must answer 200 without a login")
    public static let fetchStatus5xx = Self(
        "fetch-status-5xx", .fetch, .origin, retry: true, "The host failed to answer",
        "Try again later")
    public static let fetchTimeoutName = Self(
        "fetch-timeout-name", .fetch, .origin, retry: true, "Resolving the host name took too long",
        "Try again; if it stays slow, check the DNS of this machine")
    public static let fetchTimeoutConnect = Self(
        "fetch-timeout-connect", .fetch, .origin, retry: true, "Connecting to the host took too long",
        "Try again; check that a firewall does not swallow the connection")
    public static let fetchTimeoutFirstByte = Self(
        "fetch-timeout-first-byte", .fetch, .origin, retry: true, "The host took too long to begin its answer",
        "Try again; put a cache in front of a host that makes pictures on request")
    public static let fetchTimeoutTotal = Self(
        "fetch-timeout-total", .fetch, .origin, retry: true, "The transfer took too long as a whole",
        "Use a smaller file or a faster host", or: "allow more time with fetch-time and deadline")
    public static let fetchStalled = Self(
        "fetch-stalled", .fetch, .origin, retry: true, "The transfer almost stopped",
        "Try again; if it happens often, the host is overloaded")
    public static let fetchTruncated = Self(
        "fetch-truncated", .fetch, .origin, retry: true, "The host closed the connection before the end of the file",
        "Try again; if it stays, the file on the host is damaged")
    public static let fetchTooLarge = Self(
        "fetch-too-large", .fetch, .media, "The file is larger than affix fetches",
        "Use a smaller file")
    public static let fetchRedirectLoop = Self(
        "fetch-redirect-loop", .fetch, .origin, "The host redirects in a circle",
        "Use the URL that the redirects were meant to lead to")
    public static let fetchTooManyRedirects = Self(
        "fetch-too-many-redirects", .fetch, .origin, "The host redirects more than five times",
        "Use the URL at the end of the chain")
    public static let fetchRedirectDowngrade = Self(
        "fetch-redirect-downgrade", .fetch, .origin, "An https URL redirects to http",
        "Use an https URL that stays on https")
    public static let fetchEncoding = Self(
        "fetch-encoding", .fetch, .origin, "The host sent a broken or unknown content encoding",
        "Serve media without Content-Encoding")
    public static let fetchHostBackedOff = Self(
        "fetch-host-backed-off", .fetch, .origin, retry: true, "The host is overloaded and left alone for a while",
        "Try again after that time, and ask the host for fewer files at once")
    public static let fetchWrongKind = Self(
        "fetch-wrong-kind", .fetch, .origin, "The URL leads to something that is not media",
        "Use the address of the file itself, not of a page that shows it")
    public static let fetchUnreadableAnswer = Self(
        "fetch-unreadable-answer", .fetch, .origin, retry: true, "The host's answer is not valid HTTP",
        "Check that the port serves HTTP")

    // The media itself.
    public static let mediaEmpty = Self(
        "media-empty", .recognize, .media, "The file has no bytes",
        "Check the export or upload that made it")
    public static let mediaUnsupportedType = Self(
        "media-unsupported-type", .recognize, .media, "iOS does not show this type of file",
        "Use JPEG, PNG, GIF, MPEG-4, MP3, M4A, WAV or AIFF")
    public static let mediaOverCap = Self(
        "media-over-cap", .recognize, .media, "The file is larger than iOS accepts for its class",
        "Bring it under 10 MB for an image, 50 MB for a movie, 5 MB for audio")
    public static let mediaCorrupt = Self(
        "media-corrupt", .recognize, .media, "The file contradicts its own format",
        "Export it again")
    public static let mediaTruncated = Self(
        "media-truncated", .recognize, .media, "The file ends before its format says it does",
        "Export or upload it again")
    public static let mediaTooManyPixels = Self(
        "media-too-many-pixels", .recognize, .media, "The picture has more pixels than affix decodes",
        "Use a smaller picture", or: "allow more with AFFIX_MAX_MEGAPIXELS")
    public static let mediaTooManyFrames = Self(
        "media-too-many-frames", .recognize, .media, "The animation has more frames than affix decodes",
        "Use a shorter animation, or a movie", or: "allow more with AFFIX_MAX_FRAMES")
    public static let mediaTooManyTotalPixels = Self(
        "media-too-many-total-pixels", .recognize, .media,
        "All frames of the animation together have more pixels than affix decodes",
        "Use a smaller or shorter animation, or a movie", or: "allow more with AFFIX_MAX_TOTAL_MEGAPIXELS")
    public static let mediaTooLong = Self(
        "media-too-long", .recognize, .media, "The movie or sound plays longer than affix takes",
        "Cut it to what a push can show", or: "allow more with AFFIX_MAX_DURATION")
    public static let mediaTooManySamples = Self(
        "media-too-many-samples", .recognize, .media, "The index of the movie has more entries than are held in memory",
        "Use a shorter movie, or export it again")
    public static let mediaNoDuration = Self(
        "media-no-duration", .recognize, .media, "The movie or sound plays for no time at all",
        "Export it again with another program")
    public static let mediaNoPicture = Self(
        "media-no-picture", .recognize, .media, "The file holds neither a picture nor sound",
        "Check the export that made it")
    public static let mediaEncrypted = Self(
        "media-encrypted", .recognize, .media, "The file is protected by encryption",
        "Use a file without copy protection")

    // Rendering.
    public static let renderUnsupported = Self(
        "render-unsupported", .render, .media, "This version of affix cannot convert this kind of file yet",
        "Convert it to JPEG, PNG, a GIF under 10 MB, MPEG-4 with H.264, MP3 or M4A first")
    public static let renderTimeout = Self(
        "render-timeout", .render, .media, retry: true, "Rendering took too long and was stopped",
        "Use a smaller or simpler file",
        or: "allow more time with recognise-time, picture-time, movie-time, audio-time or poster-time")
    public static let renderCrashed = Self(
        "render-crashed", .render, .media, "The decoder died on this file",
        "Export the file again with another program; keep this one for a report")
    public static let renderOutOfMemory = Self(
        "render-out-of-memory", .render, .media, "The file needs more memory to decode than a worker may use",
        "Use a smaller picture")
    public static let renderPoisonous = Self(
        "render-poisonous", .render, .media, "This file has killed the decoder twice and is not opened again for now",
        "Export it again with another program; after ten minutes it would be tried once more")
    public static let renderCapUnreachable = Self(
        "render-cap-unreachable", .render, .media, "No rendition of this file fits under the cap",
        "Use a simpler or smaller file")
    public static let renderTranscoderMissing = Self(
        "render-transcoder-missing", .render, .affix, "This file needs ffmpeg, which is not there",
        "Install the package ffmpeg, or name the program with AFFIX_FFMPEG; affix doctor says what was found")

    // Publishing.
    public static let publishNoSpace = Self(
        "publish-no-space", .publish, .affix, retry: true, "The disk of the shelf or the state folder is full",
        "Free some space on it")
    public static let publishDenied = Self(
        "publish-denied", .publish, .affix, "The shelf cannot be written",
        "Give this user, or the key of the storage, write permission, or name another place with --shelf or --output")
    public static let publishFailed = Self(
        "publish-failed", .publish, .affix, retry: true, "Writing to the shelf failed",
        "Check the disk or the storage, then try again")
    public static let publishUnreachable = Self(
        "publish-unreachable", .publish, .affix, retry: true, "The storage of the shelf cannot be reached",
        "Check that it is running and that AWS_ENDPOINT_URL is right, then try again")
    public static let publishProbeFailed = Self(
        "publish-probe-failed", .publish, .affix, retry: true,
        "The published file cannot be loaded from its public address as a phone would load it",
        "Put right what serves --base-url; affix prepare --probe tries again")

    // Composing, sealing and opening payloads.
    public static let payloadInvalid = Self(
        "payload-invalid", .payload, .caller, "The payload would not be read as it is meant",
        "Correct what is named; affix payload --check tells every fault with its cure")
    public static let payloadTooLarge = Self(
        "payload-too-large", .payload, .caller, "The payload has more bytes than APNs takes",
        "Shorten the texts, let them be shortened, or leave presets, variants and custom data out")
    public static let payloadNotOpened = Self(
        "payload-not-opened", .payload, .caller, "The sealed payload cannot be opened",
        "Check the key and its name, the topic, and that nothing was cut; an extension shows what arrived in clear")

    // The whole.
    public static let deadline = Self(
        "deadline", .fetch, .affix, retry: true, "The preparation did not end before its deadline",
        "Try again with a longer deadline")
    public static let overloaded = Self(
        "overloaded", .render, .affix, retry: true, "This machine has more work than it can take",
        "Try again in a moment")
    public static let configurationInvalid = Self(
        "configuration-invalid", .configuration, .affix, "The configuration has a fault",
        "Correct it; affix config shows every setting and where its value came from")
    public static let configurationMachine = Self(
        "configuration-machine", .configuration, .affix, "This machine lacks something that affix needs",
        "Run affix doctor, which says what is missing and how to get it")
    public static let queueUnreachable = Self(
        "queue-unreachable", .configuration, .affix, retry: true, "The queue does not answer",
        "Check that the NATS servers run with JetStream on, and that AFFIX_QUEUE names them")
    public static let queueDenied = Self(
        "queue-denied", .configuration, .affix, "The queue does not let us in",
        "Check user, password, credentials file and certificates, and that the account may use JetStream")
    public static let queueFailed = Self(
        "queue-failed", .configuration, .affix, "The queue does not do what it is asked",
        "See the detail for the server's reason; more replicas than servers, or a full disk, are the usual ones")
    public static let internalFault = Self(
        "internal", .render, .affix, "Something happened that affix does not understand",
        "Report it with the command and this message")

    /// Every code, in the order of the line.
    public static let all: [Self] = [
        sourceInvalid, sourceScheme, sourcePort, sourceAddressForbidden, sourceHostDenied, sourceUnreadable,
        sourceNotAFile, sourceWithdrawn,
        fetchName, fetchConnect, fetchTLSExpired, fetchTLSName, fetchTLSIssuer, fetchTLSOther, fetchStatus4xx,
        fetchStatus5xx, fetchTimeoutName, fetchTimeoutConnect, fetchTimeoutFirstByte, fetchTimeoutTotal, fetchStalled,
        fetchTruncated, fetchTooLarge, fetchRedirectLoop, fetchTooManyRedirects, fetchRedirectDowngrade, fetchEncoding,
        fetchHostBackedOff, fetchWrongKind, fetchUnreadableAnswer,
        mediaEmpty, mediaUnsupportedType, mediaOverCap, mediaCorrupt, mediaTruncated, mediaTooManyPixels,
        mediaTooManyFrames, mediaTooManyTotalPixels, mediaTooLong, mediaTooManySamples, mediaNoDuration, mediaNoPicture,
        mediaEncrypted,
        renderUnsupported, renderTimeout, renderCrashed, renderOutOfMemory, renderPoisonous, renderCapUnreachable,
        renderTranscoderMissing,
        publishNoSpace, publishDenied, publishFailed, publishUnreachable, publishProbeFailed,
        payloadInvalid, payloadTooLarge, payloadNotOpened,
        deadline, overloaded, configurationInvalid, configurationMachine,
        queueUnreachable, queueDenied, queueFailed, internalFault,
    ]
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
