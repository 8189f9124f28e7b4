internal import Glibc

/// A time as HTTP writes it (RFC 9110, 5.6.7); in English, as no program of ours asks for another language.
enum HTTPDate {
    /// - Parameter second: since 1970.
    static func text(of second: Int) -> String {
        var second = second
        var parts = unsafe tm()
        var text = [UInt8](repeating: 0, count: 40)
        let count = unsafe text.withUnsafeMutableBytes { text in
            _ = unsafe gmtime_r(&second, &parts)
            return unsafe strftime(text.baseAddress, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        }
        return String(decoding: text[..<count], as: UTF8.self)
    }
}
