internal import Batching

/// Every setting with its value and where that came from.
struct ConfigReport {
    private struct Row: Encodable {
        let name: String
        let value: String
        let origin: String
    }

    private let rows: [Row]

    init(_ settings: EffectiveSettings) {
        rows = SettingsTable.rows.map { setting in
            Row(
                name: setting.name, value: setting.shown(in: settings.values).printable,
                origin: settings.origin(of: setting).words.printable)
        }
    }

    var json: String { rows.map { JSONLine.of($0) }.joined() }

    var words: String {
        let names = rows.map(\.name.count).max() ?? 0
        let values = rows.map(\.value.count).max() ?? 0
        return rows.map {
            "\($0.name.padded(to: names + 2))\($0.value.padded(to: values + 2))\($0.origin)\n"
        }.joined()
    }
}
