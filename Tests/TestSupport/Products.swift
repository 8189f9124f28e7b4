internal import Foundation

/// The programs of the package, built beside the tests.
package enum Products {
    /// The path of a program that `swift build --build-tests` made.
    package static func path(of name: String) -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
