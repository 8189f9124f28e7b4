/// A key that requests to an object storage are signed with (AWS signature version 4); it never shows itself.
package struct HTTPSignature: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let accessKey: String
    let secretKey: String
    let sessionToken: String?
    let region: String

    /// - Parameter region: letters, digits and hyphens.
    package init(accessKey: String, secretKey: String, sessionToken: String?, region: String) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.region = region
    }

    /// Whether it is the key of a name; what belongs to a key stays hidden.
    package func names(_ key: String) -> Bool { key == accessKey }

    package var description: String { "***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
