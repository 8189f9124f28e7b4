internal import Digests
internal import HTTPServer

/// The page for people: a few files that are part of the program.
enum Page {
    private struct File: Sendable {
        let type: String
        let bytes: [UInt8]
        /// By its bytes: another version of affix has another one.
        let tag: String

        init(_ type: String, _ bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
            tag = "\"" + SHA256.digest(of: String(decoding: bytes, as: UTF8.self)).prefix(32) + "\""
        }
    }

    /// Nothing comes from anywhere but here, and no text becomes code or markup, wherever it came from.
    ///
    /// See www.w3.org/TR/CSP3 and www.w3.org/TR/trusted-types.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        "media-src 'self'", "connect-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let files: [String: File] = [
        "/": File("text/html; charset=utf-8", PackageResources.index_html),
        "/page/page.css": File("text/css; charset=utf-8", PackageResources.page_css),
        "/page/notification.css": File("text/css; charset=utf-8", PackageResources.notification_css),
        "/page/main.js": File(script, PackageResources.main_js),
        "/page/service.js": File(script, PackageResources.service_js),
        "/page/elements.js": File(script, PackageResources.elements_js),
        "/page/crop.js": File(script, PackageResources.crop_js),
        "/page/words.js": File(script, PackageResources.words_js),
        "/page/report.js": File(script, PackageResources.report_js),
        "/page/notification.js": File(script, PackageResources.notification_js),
        "/page/icon.svg": File("image/svg+xml", PackageResources.icon_svg),
    ]

    private static let script = "text/javascript; charset=utf-8"

    /// Whether a file of the page is at a path.
    static func has(_ path: String) -> Bool { files[path] != nil }

    static func answer(to head: RequestHead, path: String) -> Answer {
        guard let file = files[path] else { return Answer(404) }
        let headers = [
            ("ETag", file.tag), ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        if head.first("if-none-match") == file.tag {
            return Answer(304, headers: headers, .known(file.bytes.count))
        }
        return Answer(200, headers: headers + [("Content-Type", file.type)], .bytes(file.bytes))
    }
}
