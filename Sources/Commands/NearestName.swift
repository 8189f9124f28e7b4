/// Finds what somebody probably meant.
enum NearestName {
    /// The closest of `names`, if one is close enough that it was probably meant.
    static func of(_ word: String, among names: some Sequence<String>) -> String? {
        let limit = max(2, word.count / 3)
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(from: Array(word.lowercased()), to: Array(name.lowercased()))
            if distance <= limit, distance < (best?.distance ?? .max) { best = (name, distance) }
        }
        return best?.name
    }

    /// " (did you mean …?)", or nothing.
    static func hint(_ word: String, among names: some Sequence<String>) -> String {
        of(word, among: names).map { " (did you mean \($0)?)" } ?? ""
    }

    /// Letters to insert, drop or change (Levenshtein), one row of the table at a time.
    private static func distance(from one: [Character], to other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, candidate) in other.enumerated() {
                let changed = diagonal + (letter == candidate ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
