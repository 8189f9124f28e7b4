/// What a walk through the shelf found, and what became of it.
package struct ShelfCollection: Hashable, Sendable {
    /// Files that stay.
    package var kept = 0
    package var keptBytes = 0
    /// Files whose time is up, removed or only found.
    package var expired = 0
    package var expiredBytes = 0
    /// Files whose bytes are not those of their name, as paths below the shelf.
    package var damaged: [String] = []

    package init() {}
}
