internal import Affix
internal import AttachmentModel
internal import Dispatch
internal import Index
internal import MediaSamples
internal import TestSupport
internal import Testing

/// What a service does while the disk of its index gives no answer.
@Suite(.timeLimit(.minutes(2)))
struct SilentIndexTests {
    /// An index of which every call hangs until it is mended.
    private final class SilentIndex: AnswerStore {
        private let gate = DispatchSemaphore(value: 0)

        func mend() { gate.signal() }

        private func hang() {
            gate.wait()
            gate.signal()
        }

        let place = "nowhere"
        var bytes: Int { 0 }
        func entry(for key: IndexKey) -> IndexEntry? {
            hang()
            return nil
        }
        func put(_ entry: IndexEntry, for key: IndexKey) { hang() }
        func keepUntil(digest: String) -> Int? { nil }
        func forget(before instant: Int) -> Int { 0 }
        func rows(about keys: [BlockKey]) -> [IndexRow] { [] }
        func rows(publishing digest: String) -> [IndexRow] {
            hang()
            return []
        }
        func forget(_ rows: [IndexRow]) {}
        func forEach(_ body: (IndexRow) -> Void) {}
        func integrityFaults() -> [String] { [] }
    }

    @Test func `orders go on without it, receipts are an error that may pass, and both are as ever once it is back`()
        async throws
    {
        let index = SilentIndex()
        defer { index.mend() }
        var settings = PreparerConfiguration()
        settings.fleet.index = index
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]], settings: settings) { bench in
            let order = try #require(await bench.order("/a.jpg"))
            #expect(order.status == 200)
            let path = "/v1/attachments/" + (order.object["digest"] as? String ?? "")
            let answer = try #require(await bench.get(path))
            #expect(answer.status == 503 && answer.object["code"] as? String == "overloaded")
            #expect(answer.headers["retry-after"] != nil)
            index.mend()
            while await bench.get(path)?.status == 503 {}
            #expect(await bench.get(path)?.status == 404)
        }
    }
}
