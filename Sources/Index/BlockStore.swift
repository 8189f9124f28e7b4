/// Where it is kept what was withdrawn: a file on one machine, or a bucket that a fleet shares.
///
/// Its calls block.
package protocol BlockStore: Sendable {
    /// How long others may still go by what they knew before something was added.
    var delay: Duration { get }

    /// Whether something is withdrawn.
    func contains(_ key: BlockKey) throws(IndexFault) -> Bool
    /// Adds what is withdrawn at once, at a time in seconds since 1970.
    func add(_ keys: [BlockKey], at time: Int) throws(IndexFault)
    /// Allows again all that was withdrawn together with any of some keys, unless another act holds it too.
    func remove(_ keys: [BlockKey]) throws(IndexFault) -> Withdrawals.Release
    /// Another text once somebody else has changed it.
    func revision() throws(IndexFault) -> String
    /// All of it.
    func withdrawals() throws(IndexFault) -> Withdrawals
}
