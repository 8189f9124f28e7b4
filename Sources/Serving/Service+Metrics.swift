internal import Affix
internal import AttachmentModel
internal import FoundationEssentials
internal import HTTPServer

extension Service {
    /// `GET /metrics`.
    func metrics(_ call: Call) -> Reception {
        .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
            tell(Answer(200, type: PrometheusText.type, await metricsText), of: call)
        }
    }

    private var metricsText: String {
        get async {
            var text = PrometheusText()
            meter.write(into: &text)
            text.gauge("affix_preparations", "Preparations under way.", Double(maker.desk.count))
            text.gauge("affix_ready", "Whether the service takes work.", await readiness.isReady ? 1 : 0)
            await writeJobs(into: &text)
            let workers = preparer.workerCounts
            text.counter(
                "affix_workers_started_total",
                "Decoder processes that were started, each for a bounded number of files.",
                [([], Double(workers.started))])
            text.counter(
                "affix_workers_failed_total", "Decoder processes that crashed, hung or babbled, and were replaced.",
                [([], Double(workers.failed))])
            if let size = shelfGauge.size {
                text.gauge("affix_shelf_files", "Published files, counted every ten minutes.", Double(size.files))
                text.gauge("affix_shelf_bytes", "Their bytes.", Double(size.bytes))
            }
            for disk in readiness.disks {
                guard let bytes = disk.freeBytes else { continue }
                text.gauge(
                    "affix_\(disk.name)_free_bytes", "Bytes left on the disk of the \(disk.name).", Double(bytes))
            }
            return text.text
        }
    }

    private func writeJobs(into text: inout PrometheusText) async {
        guard let backlog = try? await jobs.backlog() else { return }
        let age = backlog.oldest.map { max(0, Int(Date().timeIntervalSince1970) - $0) } ?? 0
        text.gauge("affix_jobs_waiting", "Jobs that are not done.", Double(backlog.waiting))
        text.gauge("affix_jobs_oldest_seconds", "Since when the oldest of them waits.", Double(age))
        text.gauge("affix_callbacks_waiting", "Ends of jobs that are still to be told.", Double(backlog.callbacks))
    }
}
