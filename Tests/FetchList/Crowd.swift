internal import AttachmentModel
internal import Fetching

/// Fetches that run beside the measured ones and are not measured themselves.
struct Crowd {
    private let tasks: [Task<Void, Never>]
    private let beginnings: AsyncStream<Void>

    /// Begins to fetch all the links at once.
    init(_ links: [String], _ fetcher: Fetcher) {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        self.beginnings = beginnings
        tasks = links.map { link in
            Task {
                let problem = await FetchList.problem(link, fetcher) { received, _ in
                    if received == 0 { begun.yield() }
                }
                if let problem, problem.code != .deadline { fatalError("\(link): \(problem)") }
            }
        }
    }

    var count: Int { tasks.count }

    /// Returns once every one of them has had the head of its answer.
    func haveBegun() async {
        var missing = tasks.count
        if missing == 0 { return }
        for await _ in beginnings {
            missing -= 1
            if missing == 0 { return }
        }
    }

    func end() {
        for task in tasks { task.cancel() }
    }
}
