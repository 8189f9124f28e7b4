package import AttachmentModel

/// One thing that keeps iOS from showing a file as it is.
package struct DeviceFault: Hashable, Sendable {
    package let code: PreparationError.Code
    /// What is wrong, without a full stop.
    package let words: String
    /// What the device logs.
    package let iosError: Int

    init(_ code: PreparationError.Code, _ words: String, iosError: Int) {
        self.code = code
        self.words = words
        self.iosError = iosError
    }

    /// The fault as the reason for a refusal.
    package var error: PreparationError { PreparationError(code, words) }
}
