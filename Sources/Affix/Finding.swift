/// One thing an examination of the machine looked at.
public struct Finding: Hashable, Codable, Sendable {
    /// What was looked at.
    public var name: String
    /// Whether it is as it should be.
    public var isGood: Bool
    /// What was found.
    public var found: String
    /// How to put it right; `nil` when it is good.
    public var remedy: String?

    private enum CodingKeys: String, CodingKey { case name, isGood = "good", found, remedy }

    /// Makes a finding; the remedy is kept only for what is not good.
    public init(_ name: String, isGood: Bool = true, found: String, remedy: String? = nil) {
        self.name = name
        self.isGood = isGood
        self.found = found
        self.remedy = isGood ? nil : remedy
    }
}
