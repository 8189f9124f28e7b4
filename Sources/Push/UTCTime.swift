/// Times as texts have them, without a calendar of the system's.
enum UTCTime {
    /// UNIX seconds of a time in UTC, such as `2030-01-01T00:00:00Z` (RFC 3339) or `20300101T000000Z` (ISO 8601, basic);
    /// `nil` when it is none.
    static func seconds(of text: String) -> Int? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
        guard digits.count >= 16, digits[8] == UInt8(ascii: "T"), digits.last == UInt8(ascii: "Z") else { return nil }
        let fraction = digits[15..<(digits.count - 1)]
        guard fraction.isEmpty || (fraction.first == UInt8(ascii: ".") && fraction.dropFirst().allSatisfy(\.isDigit)),
            let year = number(digits[0..<4]), let month = number(digits[4..<6]), let day = number(digits[6..<8]),
            let hour = number(digits[9..<11]), let minute = number(digits[11..<13]),
            let second = number(digits[13..<15]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        return days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// Days since 1970-01-01 in the Gregorian calendar, by counting years from March so that leap days come last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // 719468 days lie between the 1st of March of the year 0 and the 1st of January 1970.
        return shifted * 365 + leapDays + dayOfYear - 719_468
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isDigit) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
