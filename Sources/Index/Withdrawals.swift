/// All that is withdrawn, act by act, in the order in which it was.
package struct Withdrawals: Hashable, Sendable {
    /// What was withdrawn at once, and is allowed again at once.
    package struct Act: Hashable, Sendable {
        /// What its store calls it.
        package let name: String
        /// When, in seconds since 1970.
        package let time: Int
        package var keys: [BlockKey]

        package init(name: String, time: Int, keys: [BlockKey]) {
            self.name = name
            self.time = time
            self.keys = keys
        }
    }

    /// What comes of allowing something again.
    package struct Release: Hashable, Sendable {
        /// What may be published again.
        package var allowed: [BlockKey] = []
        /// What another act still holds.
        package var kept: [Kept] = []

        package init() {}
    }

    /// Something that is still withdrawn, and whatever else that act withdrew; itself where that is nothing.
    package struct Kept: Hashable, Sendable {
        package let key: BlockKey
        package let with: [BlockKey]
    }

    package var acts: [Act]

    package init(_ acts: [Act] = []) { self.acts = acts }

    /// All that was withdrawn together with any of some keys, those among it, each with what is known of it.
    package func together(with keys: [BlockKey]) -> [BlockKey] {
        BlockKey.distinct(acts(of: keys).flatMap(\.keys))
    }

    /// The acts that have to go so that some keys are allowed again, and what comes of that.
    package func release(of keys: [BlockKey]) -> (acts: [Act], release: Release) {
        let going = acts(of: keys)
        let names = Set(going.map(\.name))
        let staying = Withdrawals(acts.filter { !names.contains($0.name) })
        var release = Release()
        for key in BlockKey.distinct(going.flatMap(\.keys)) {
            let holders = staying.together(with: [key])
            if holders.isEmpty {
                release.allowed.append(key)
            } else {
                let others = holders.filter { $0 != key }
                release.kept.append(Kept(key: key, with: others.isEmpty ? [key] : others))
            }
        }
        return (going, release)
    }

    private func acts(of keys: [BlockKey]) -> [Act] {
        let asked = Set(keys)
        return acts.filter { $0.keys.contains(where: asked.contains) }
    }
}
