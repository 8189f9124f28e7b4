internal import Affix

extension PreparerConfiguration {
    /// What pictures being decoded may take, in the unit that people count memory in.
    var decodeMegabytes: Int {
        get { decodeMemory / 1_000_000 }
        set { decodeMemory = newValue * 1_000_000 }
    }
}
