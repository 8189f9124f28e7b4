package import Handover

/// A whole file as an answer: status 200, what is told of it, and all its bytes.
package struct FileAnswer: ~Copyable, Sendable {
    let headers: [(name: String, value: String)]
    let file: OwnedDescriptor
    package let count: Int

    /// - Parameters:
    ///   - file: an open regular file of `count` bytes.
    ///   - headers: without those of every answer: the date, the length.
    package init(_ file: consuming OwnedDescriptor, count: Int, headers: [(name: String, value: String)]) {
        self.file = file
        self.count = count
        self.headers = headers
    }
}
