internal import CCurl

extension HTTPHead {
    /// How long the host asks to be left alone; `nil` when it does not say so in a way that can be read.
    ///
    /// Seconds, or a date (RFC 9110, section 10.2.3); a date is measured by the host's own clock where it tells that.
    ///
    /// - Parameter now: seconds since 1970.
    package func retryAfter(now: Int) -> Duration? {
        guard let text = first("retry-after") else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than a number has are a very long time all the same.
            return .seconds(min(Int(text) ?? .max, Self.longestPause))
        }
        guard let date = Self.seconds(text) else { return nil }
        let reference = seconds("date") ?? now
        return .seconds(min(max(0, date - reference), Self.longestPause))
    }

    /// A header that is a date, in seconds since 1970; `nil` when it is not there or cannot be read.
    package func seconds(_ name: String) -> Int? {
        first(name).flatMap(Self.seconds)
    }

    private static let longestPause = 86_400

    /// An HTTP date in seconds since 1970.
    private static func seconds(_ date: String) -> Int? {
        let seconds = unsafe curl_getdate(date, nil)
        return seconds >= 0 ? seconds : nil
    }
}
