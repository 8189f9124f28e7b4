/// Colour, used for two things only: what is well, and what is not.
struct Paint: Sendable {
    let isOn: Bool

    func good(_ text: String) -> String { wrap(text, code: 32) }
    func bad(_ text: String) -> String { wrap(text, code: 31) }

    private func wrap(_ text: String, code: Int) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
