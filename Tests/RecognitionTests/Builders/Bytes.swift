/// Small pieces that files are put together from.
func big(_ length: Int, _ value: Int) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

func little(_ length: Int, _ value: Int) -> [UInt8] {
    big(length, value).reversed()
}

func text(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

func zeros(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count)
}
