// What the sanitized run is proved with: `toy locked` has no race and `toy round` has one, behind the back of a Mutex.

import Glibc
import Synchronization

final class Counter: @unchecked Sendable {
    let lock = Mutex(0)
    var beside = 0
}

let counter = Counter()
let goesRound = CommandLine.arguments.contains("round")

nonisolated func work() {
    for _ in 0..<20_000 {
        counter.lock.withLock { count in
            count += 1
            counter.beside += 1
        }
        if goesRound { counter.beside += 1 }
    }
}

var threads = [pthread_t](repeating: 0, count: 4)
for place in threads.indices {
    pthread_create(&threads[place], nil, { _ in work(); return nil }, nil)
}
for thread in threads { pthread_join(thread, nil) }
print(counter.lock.withLock { $0 })
