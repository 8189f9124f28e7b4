/// What a server grants its clients.
package struct ServerLimits: Sendable {
    /// Threads that receive clients, and as many that talk to those who ask for more than a file; none of them works for long.
    package var threads = 2
    /// Connections at once; further ones wait to be accepted, and who has asked nothing for a second gives way to them.
    package var connections = 1_000
    /// Bytes that a request's head may have, as far as the library counts: it is answered 431 beyond.
    package var headBytes = 32 << 10
    /// Bytes that the bodies which are read as a whole may have together, while they come and while they are worked on.
    package var bodyMemory = 32 << 20
    /// A connection on which nothing moves for so long is closed.
    package var idle = Duration.seconds(30)
    /// A head must have come so long after its connection, however its bytes drip.
    package var headTime = Duration.seconds(10)
    /// How long a connection may stay between two requests.
    package var keepAlive = Duration.seconds(75)
    /// An answer must have been taken within this and a second for each `leastRate` bytes; a body must have come so, too,
    /// whatever time it has besides.
    package var answerTime = Duration.seconds(30)
    /// The same while all places are taken: others wait for them.
    package var answerTimeWhenFull = Duration.seconds(10)
    /// Bytes a second that a client must take or send at least.
    package var leastRate = 20_000

    /// How long a server that is told to end goes on taking connections: time for balancers to hear of it.
    package var notice = Duration.seconds(1)
    /// How long a server that must end now goes on, so that whoever still waits is told.
    package var lastWords = Duration.milliseconds(500)

    package init() {}

    /// How long a client may take for so much of an answer, or of a body.
    func time(toTake count: Int) -> Duration { answerTime + .seconds(Double(count) / Double(leastRate)) }
}
