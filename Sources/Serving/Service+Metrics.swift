internal import HTTPServer

extension Service {
    /// `GET /metrics`.
    var metrics: Answer {
        var text = PrometheusText()
        meter.write(into: &text)
        text.gauge("affix_preparations", "Preparations under way.", Double(maker.desk.count))
        text.gauge("affix_ready", "Whether the service takes work.", readiness.isReady ? 1 : 0)
        for (name, disk) in zip(["shelf", "state"], readiness.disks) {
            guard let bytes = disk.freeBytes else { continue }
            text.gauge("affix_\(name)_free_bytes", "Bytes left on the disk of the \(name).", Double(bytes))
        }
        return Answer(200, type: PrometheusText.type, text.text)
    }
}
