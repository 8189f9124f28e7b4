// swift-tools-version: 6.2
import PackageDescription

/// The house rules: every target is built with these and with nothing less.
let houseRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A C library of the distribution: a module map and a header of the verbs we need.
///
/// It has exactly one Swift importer.
func library(_ name: String, package: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: package)
}

func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: houseRules)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: houseRules)
}

let package = Package(
    name: "affix",
    targets: [
        library("CCrypto", package: "libcrypto"),
        library("CCurl", package: "libcurl"),
        library("CDescriptors"),

        target("AttachmentModel"),
        target("FlowControl"),
        target("Digests", ["CCrypto"]),
        target("Handover", ["AttachmentModel", "CDescriptors", "Digests", "FlowControl"]),

        target("Signatures", ["AttachmentModel"]),

        target("HTTPTransport", ["AttachmentModel", "CCurl", "FlowControl"]),

        target("Affix", ["AttachmentModel"]),

        tests("SignaturesTests", ["AttachmentModel", "Signatures"]),
    ]
)
