internal import AttachmentModel
internal import Synchronization

/// Counts what the service does.
///
/// Its labels come from closed sets: routes, statuses, codes and stages.
final class Meter: Sendable {
    private struct Request: Hashable {
        let route: String
        let status: Int
    }

    private struct State {
        var requests: [Request: Int] = [:]
        var times: [String: Histogram] = [:]
        var results: [String: Int] = [:]
        var callbacks: [String: Int] = [:]
        var stages: [String: Histogram] = [:]
        var bytesIn = 0
        var bytesOut = 0
    }

    private let state = Mutex(State())

    func count(_ route: String, status: Int, seconds: Double, bytes: Int) {
        state.withLock { state in
            state.requests[Request(route: route, status: status), default: 0] += 1
            state.times[route, default: Histogram()].add(seconds)
            state.bytesOut += bytes
        }
    }

    func count(_ attachment: Attachment) {
        state.withLock { state in
            state.results[attachment.word, default: 0] += 1
            guard let receipt = attachment.receipt else { return }
            state.bytesIn += receipt.source.facts?.bytes ?? 0
            let timings = receipt.timings
            let stages = [
                ("fetch", timings.fetch), ("recognize", timings.recognize), ("render", timings.render),
                ("publish", timings.publish),
            ]
            for (name, milliseconds) in stages { state.stages[name, default: Histogram()].add(milliseconds / 1_000) }
        }
    }

    func count(_ note: CallbackNote) {
        state.withLock { $0.callbacks[note.result, default: 0] += 1 }
    }

    /// Writes all that was counted.
    func write(into text: inout PrometheusText) {
        let state = state.withLock { $0 }
        text.counter(
            "affix_requests_total", "Requests by route and status.",
            state.requests.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }.map {
                ([("route", $0.key.route), ("status", String($0.key.status))], Double($0.value))
            })
        text.histograms(
            "affix_request_seconds", "Time from a request's head to its answer.", by: "route",
            state.times.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        text.counter(
            "affix_attachments_total", "Attachments by what came of them: ready, or the code of the problem.",
            state.results.sorted { $0.key < $1.key }.map { ([("result", $0.key)], Double($0.value)) })
        text.counter(
            "affix_callbacks_total", "Tries to tell of the end of a job by what came of them.",
            state.callbacks.sorted { $0.key < $1.key }.map { ([("result", $0.key)], Double($0.value)) })
        text.histograms(
            "affix_stage_seconds", "Time that each stage of a preparation took.", by: "stage",
            state.stages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        text.counter(
            "affix_received_bytes_total", "Bytes of the media that attachments were made of.",
            [([], Double(state.bytesIn))])
        text.counter("affix_sent_bytes_total", "Bytes of the bodies that were sent.", [([], Double(state.bytesOut))])
    }
}
