/// Gives the body of a request as it goes out, on the transport's one thread: it must be quick and must not wait.
package protocol HTTPSender: Sendable {
    /// The size in bytes, which is announced before anything is sent.
    var count: Int { get }
    /// Copies bytes of the body from a place on, and says how many; `nil` when they cannot be read.
    ///
    /// The pointer must not outlive the call. A place may be asked for again: a request is sent anew when the connection
    /// it began on turns out to be closed.
    func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int?
}
