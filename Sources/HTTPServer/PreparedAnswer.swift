internal import CMicroHTTPD

/// An answer that is made once and sent any number of times, also to several clients at once.
///
/// The library copies each header of an answer: to make one takes longer than to hand it to the system.
@safe package final class PreparedAnswer: Sendable {
    /// What it was made of.
    let answer: Answer
    /// The library itself counts who still sends it.
    private nonisolated(unsafe) let response: OpaquePointer

    package var status: Int { answer.status }
    /// Bytes that follow its headers.
    package let count: Int

    /// `nil` when no memory is left.
    package init?(_ status: Int, headers: [(name: String, value: String)], _ bytes: HeldBytes) {
        count = bytes.count
        answer = Answer(status, headers: headers, .held(bytes, 0..<bytes.count))
        guard let response = unsafe AnswerWriter.response(of: bytes, 0..<bytes.count) else { return nil }
        unsafe self.response = response
        guard unsafe AnswerWriter.add(headers, to: response) else { return nil }
    }

    deinit { unsafe MHD_destroy_response(response) }

    func queue(on connection: OpaquePointer) -> Bool {
        unsafe MHD_queue_response(connection, UInt32(answer.status), response) == .YES
    }
}
