internal import ForeignBytes

/// What the samples of a fragment have in common (ISO/IEC 14496-12, section 8.8.3).
struct FragmentDefaults: Hashable {
    var entry = 1
    var duration = 0
    var size = 0
    var flags = 0

    init() {}

    /// Reads a `trex` box.
    init(_ box: ByteWindow) throws(Fault) {
        entry = try box.big(4, at: 8)
        duration = try box.big(4, at: 12)
        size = try box.big(4, at: 16)
        flags = try box.big(4, at: 20)
    }
}
