/// What became of a digest that was withdrawn.
package struct ShelfWithdrawal: Hashable, Sendable {
    /// Files that were there and are gone.
    package var removed: Int
    /// Where they were, or may have been, served.
    package var urls: [String]
    /// Whether the storage keeps former versions: what it shows no more is still there.
    package var keepsVersions = false

    package init(removed: Int = 0, urls: [String] = []) {
        self.removed = removed
        self.urls = urls
    }

    /// Notes where a file was, once.
    mutating func note(_ url: String) {
        if !urls.contains(url) { urls.append(url) }
    }
}
