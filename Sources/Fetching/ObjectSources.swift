package import ObjectStorage

/// The storage whose objects may be sources, and the buckets of it that may.
package struct ObjectSources: Sendable {
    let store: ObjectStore
    let buckets: Set<String>

    package init(_ store: ObjectStore, buckets: Set<String>) {
        self.store = store
        self.buckets = buckets
    }
}
