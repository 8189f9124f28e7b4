internal import AttachmentModel
internal import Testing

@testable internal import Batching

/// Which job comes next, decided without clocks or hosts.
struct ScheduleTests {
    private let start = ContinuousClock.now

    private func job(_ number: Int, _ source: String, id: String? = nil) -> BatchJob {
        let item = ManifestItem(id: id, source: MediaSource(source), profile: nil)
        return BatchJob(ManifestEntry(manifest: "m", line: number, content: .success(item)), number: number) { _ in "" }
    }

    /// What `#expect` is for calls that change what they are asked of.
    private func check(_ claim: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(claim, sourceLocation: sourceLocation)
    }

    private func schedule(_ bounds: Schedule.Bounds, _ sources: String...) -> Schedule {
        var schedule = Schedule(bounds)
        for (number, source) in sources.enumerated() { _ = schedule.offer(job(number, source)) }
        return schedule
    }

    private func starts(_ schedule: inout Schedule, after: Duration = .zero) -> [Int] {
        var numbers: [Int] = []
        while let job = schedule.next(at: start + after) { numbers.append(job.number) }
        return numbers
    }

    @Test func `a busy host holds up its own jobs only`() {
        var bounds = Schedule.Bounds()
        bounds.fetchesPerHost = 2
        var schedule = schedule(bounds, "http://a/1", "http://A/2", "http://a/3", "http://b/4", "file.jpg")
        check(starts(&schedule) == [0, 1, 3, 4])
        schedule.fetched(1)
        check(starts(&schedule) == [2])
    }

    @Test func `what has its bytes lets another fetch, up to the bound on all`() {
        var bounds = Schedule.Bounds()
        (bounds.fetches, bounds.running) = (1, 3)
        var schedule = schedule(bounds, "1.jpg", "2.jpg", "3.jpg", "4.jpg")
        for number in 0..<3 {
            check(starts(&schedule) == [number])
            schedule.fetched(number)
        }
        check(starts(&schedule).isEmpty)
        check(schedule.ended(1, hostWorks: true).isEmpty)
        check(starts(&schedule) == [3])
    }

    @Test func `equal work runs once and answers all that asked for it`() {
        var schedule = Schedule(Schedule.Bounds())
        for number in 0..<3 { check(schedule.offer(job(number, "http://a/x", id: "\(number)"))) }
        check(!schedule.offer(job(3, "http://a/x", id: "1")))
        check(starts(&schedule) == [0])
        check(schedule.ended(0, hostWorks: true).map(\.number) == [1, 2])
        check(schedule.isIdle && schedule.offer(job(4, "http://a/x", id: "1")))
    }

    @Test func `the jobs of a host that is left alone wait, then one goes ahead`() {
        var schedule = schedule(Schedule.Bounds(), "http://a/1", "http://a/2", "http://b/3")
        check(starts(&schedule) == [0, 1, 2])
        check(schedule.putBack(0, for: .seconds(30), at: start))
        check(schedule.putBack(1, for: .seconds(30), at: start))
        check(starts(&schedule, after: .seconds(29)).isEmpty)
        let first = starts(&schedule, after: .seconds(30))
        check(first.count == 1)
        _ = schedule.ended(first[0], hostWorks: true)
        check(starts(&schedule, after: .seconds(30)).count == 1)
    }

    @Test func `patience with a host ends, and begins anew when it answers`() {
        var bounds = Schedule.Bounds()
        bounds.patience = .seconds(100)
        var schedule = schedule(bounds, "http://a/1", "http://a/2")
        check(starts(&schedule) == [0, 1])
        check(schedule.putBack(0, for: .seconds(60), at: start))
        _ = schedule.ended(1, hostWorks: false)
        check(starts(&schedule, after: .seconds(60)) == [0])
        check(!schedule.putBack(0, for: .seconds(60), at: start + .seconds(60)))
        _ = schedule.ended(0, hostWorks: true)
        check(schedule.offer(job(2, "http://a/3")))
        check(starts(&schedule, after: .seconds(61)) == [2])
        check(schedule.putBack(2, for: .seconds(60), at: start + .seconds(61)))
    }

    @Test func `no more is read than may wait`() {
        var bounds = Schedule.Bounds()
        bounds.waiting = 2
        var schedule = schedule(bounds, "1.jpg")
        check(schedule.hasRoom)
        _ = schedule.offer(job(1, "1.jpg", id: "again"))
        check(!schedule.hasRoom)
        check(schedule.dropWaiting() == 1)
        check(schedule.hasRoom && schedule.isIdle)
    }

    @Test(arguments: [
        ("https://Cdn.Example.com/a?b#c", "cdn.example.com"), ("http://u:p@h:8080/x", "h:8080"), ("http://", nil),
        ("https://h?x@y", "h"), ("photo.jpg", nil), ("data:image/png,x", nil),
    ])
    func `the host of a source`(source: String, host: String?) {
        check(MediaSource(source).host == host)
    }
}
