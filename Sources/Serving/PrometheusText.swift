/// Metrics as Prometheus reads them: its text format, version 0.0.4.
struct PrometheusText: Sendable {
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Writes a family of counters.
    mutating func counter(_ name: String, _ help: String, _ values: [([(String, String)], Double)]) {
        family(name, help, "counter")
        for (labels, value) in values { sample(name, labels, value) }
    }

    /// Writes a number that goes up and down.
    mutating func gauge(_ name: String, _ help: String, _ value: Double, _ labels: [(String, String)] = []) {
        family(name, help, "gauge")
        sample(name, labels, value)
    }

    /// Writes a family of histograms.
    mutating func histograms(_ name: String, _ help: String, by label: String, _ values: [(String, Histogram)]) {
        family(name, help, "histogram")
        for (word, histogram) in values {
            for (step, count) in zip(Histogram.steps, histogram.counts) {
                sample(name + "_bucket", [(label, word), ("le", Self.number(step))], Double(count))
            }
            sample(name + "_bucket", [(label, word), ("le", "+Inf")], Double(histogram.count))
            sample(name + "_sum", [(label, word)], histogram.sum)
            sample(name + "_count", [(label, word)], Double(histogram.count))
        }
    }

    private mutating func family(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// - Parameter labels: from closed sets, so that nothing in them needs escaping.
    private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let inside = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        text += name + (inside.isEmpty ? "" : "{\(inside)}") + " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
