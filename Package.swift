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
        library("CSandbox", package: "libseccomp"),
        library("CVips", package: "vips"),

        target("AttachmentModel"),
        target("FlowControl"),
        target("Digests", ["CCrypto"]),
        target("Rulebook", ["AttachmentModel"]),
        target("Handover", ["AttachmentModel", "CDescriptors", "Digests", "FlowControl", "Rulebook"]),
        target("Rendering", ["AttachmentModel", "CVips", "Handover", "Rulebook"]),
        target("Lockdown", ["CSandbox"]),
        target("Workers", ["AttachmentModel", "FlowControl", "Handover", "Rulebook"]),
        target("Publishing", ["AttachmentModel", "Digests", "FlowControl", "Handover", "Rulebook"]),

        target("Signatures", ["AttachmentModel"]),
        target("HTTPTransport", ["AttachmentModel", "CCurl", "FlowControl"]),
        target("Fetching", ["AttachmentModel", "FlowControl", "HTTPTransport", "Handover", "Signatures"]),

        target("Affix", ["AttachmentModel"]),

        .target(
            name: "TestSupport", dependencies: ["AttachmentModel"], path: "Tests/TestSupport", swiftSettings: houseRules
        ),
        tests("AttachmentModelTests", ["AttachmentModel"]),
        tests("DigestsTests", ["Digests"]),
        tests("FlowControlTests", ["FlowControl"]),
        tests("HandoverTests", ["AttachmentModel", "Digests", "FlowControl", "Handover", "TestSupport"]),
        tests("RulebookTests", ["AttachmentModel", "Rulebook", "TestSupport"]),
        tests(
            "PublishingTests", ["AttachmentModel", "Digests", "FlowControl", "Handover", "Publishing", "TestSupport"]),
        tests("SignaturesTests", ["AttachmentModel", "Signatures"]),
        tests("HTTPTransportTests", ["AttachmentModel", "FlowControl", "HTTPTransport", "TestSupport"]),
    ]
)
