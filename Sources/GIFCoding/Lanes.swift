internal import Dispatch
internal import FlowControl
internal import Synchronization

/// Does equal pieces of work on several threads; the results are in the order of the pieces, whoever did them.
package struct Lanes: Sendable {
    private let count: Int

    package init(_ threads: Int) {
        count = max(1, threads)
    }

    /// The results of all pieces; on the calling thread alone when the system has no further one to give.
    package func map<Piece: Sendable, Value: Sendable>(
        _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Value
    ) -> [Value] {
        guard count > 1, pieces.count > 1 else { return pieces.map(body) }
        let work = Work(pieces, body)
        for _ in 0..<min(count, pieces.count) - 1 { work.share() }
        work.run()
        return work.results()
    }

    private final class Work<Piece: Sendable, Value: Sendable>: Sendable {
        private let pieces: [Piece]
        private let body: @Sendable (Piece) -> Value
        private let next = Atomic(0)
        private let values: Mutex<[Value?]>
        private let helpers = DispatchGroup()

        init(_ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Value) {
            self.pieces = pieces
            self.body = body
            values = Mutex([Value?](repeating: nil, count: pieces.count))
        }

        func run() {
            while case let index = next.add(1, ordering: .relaxed).oldValue, index < pieces.count {
                let value = body(pieces[index])
                values.withLock { $0[index] = value }
            }
        }

        /// Gets one more thread to do some of it, if the system has one.
        func share() {
            helpers.enter()
            let isShared = OwnThread.start { [self] in
                run()
                helpers.leave()
            }
            if !isShared { helpers.leave() }
        }

        /// Waits for the helpers, which have at most one piece each left to finish.
        func results() -> [Value] {
            helpers.wait()
            return values.withLock { $0.compactMap { $0 } }
        }
    }
}
