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
    products: [
        .library(name: "Affix", targets: ["Affix", "AttachmentModel", "Batching", "Push", "Sealing"]),
        // The target has another name because a file system may not tell `affix` from `Affix`.
        .executable(name: "affix", targets: ["EntryPoint"]),
    ],
    targets: [
        library("CCrypto", package: "libcrypto"),
        library("CCurl", package: "libcurl"),
        library("CDescriptors"),
        library("CEpoll"),
        library("CIDN", package: "libidn2"),
        library("CInflate", package: "zlib"),
        library("CJPEG", package: "libjpeg"),
        library("CMagic", package: "libmagic"),
        library("CMicroHTTPD", package: "libmicrohttpd"),
        library("CNATS", package: "libnats"),
        library("CSQLite", package: "sqlite3"),
        library("CSandbox", package: "libseccomp"),
        library("CVips", package: "vips"),
        library("CZlib", package: "zlib"),

        // Values, and what carries them.
        target("AttachmentModel"),
        target("Push", ["AttachmentModel"]),
        target("Signatures", ["AttachmentModel"]),
        target("FlowControl", ["CEpoll"]),
        target("Digests", ["CCrypto"]),
        target("Databases", ["CSQLite"]),
        target("Rulebook", ["AttachmentModel"]),
        target("Handover", ["AttachmentModel", "CDescriptors", "Digests", "FlowControl", "Rulebook"]),

        // Behind the wall: what opens a stranger's bytes.
        target("ForeignBytes"),
        target("Recognition", ["AttachmentModel", "CMagic", "ForeignBytes", "Handover", "Signatures"]),
        target("GIFCoding", ["FlowControl"]),
        target(
            "Rendering",
            ["AttachmentModel", "CInflate", "CJPEG", "CVips", "ForeignBytes", "GIFCoding", "Handover", "Rulebook"]),
        target("Remuxing", ["AttachmentModel", "ForeignBytes", "Handover", "Rulebook"]),
        target("Confinement"),
        target("Lockdown", ["CSandbox"]),
        .executableTarget(
            name: "affix-worker",
            dependencies: [
                "AttachmentModel", "Handover", "Lockdown", "Recognition", "Remuxing", "Rendering", "Rulebook",
            ],
            path: "Sources/MediaWorker", swiftSettings: houseRules),
        .executableTarget(
            name: "affix-transcoder", dependencies: ["Confinement", "Lockdown"], path: "Sources/MediaTranscoder",
            swiftSettings: houseRules),

        // In front of it: what never does.
        target("HTTPTransport", ["AttachmentModel", "CCurl", "CZlib", "FlowControl"]),
        target("ObjectStorage", ["AttachmentModel", "FlowControl", "HTTPTransport", "Handover"]),
        target(
            "Fetching",
            ["AttachmentModel", "CIDN", "FlowControl", "HTTPTransport", "Handover", "ObjectStorage", "Signatures"]),
        target("Transcoding", ["AttachmentModel", "Confinement", "Handover", "Rulebook"]),
        target(
            "Workers", ["AttachmentModel", "Confinement", "FlowControl", "Handover", "Rulebook", "Transcoding"]),
        target(
            "Publishing",
            ["AttachmentModel", "Digests", "FlowControl", "HTTPTransport", "Handover", "ObjectStorage", "Rulebook"]),
        target("HTTPServer", ["AttachmentModel", "CMicroHTTPD", "FlowControl", "Handover"]),
        target("Index", ["AttachmentModel", "Databases", "Digests", "Handover"]),
        target(
            "Affix",
            [
                "AttachmentModel", "Digests", "Fetching", "FlowControl", "Handover", "Index", "ObjectStorage",
                "Publishing", "Rulebook", "Transcoding", "Workers",
            ]),
        target("Sealing", ["AttachmentModel", "Digests", "Handover", "Push"]),
        target("Batching", ["Affix", "AttachmentModel", "Databases", "Digests", "FlowControl", "Handover"]),
        .target(
            name: "Serving",
            dependencies: [
                "Affix", "AttachmentModel", "Databases", "Digests", "FlowControl", "HTTPServer", "Handover",
                "Publishing", "Push",
            ],
            // They are part of the program, so that there is one file to install.
            resources: [
                "index.html", "page.css", "notification.css", "main.js", "service.js", "elements.js", "crop.js",
                "words.js", "report.js", "notification.js", "icon.svg",
            ].map { .embedInCode("Page/" + $0) } + [.embedInCode("openapi.json")],
            swiftSettings: houseRules),
        target(
            "Fleet", ["AttachmentModel", "Batching", "CNATS", "Digests", "FlowControl", "Handover", "Index"]),
        target(
            "Commands",
            [
                "Affix", "AttachmentModel", "Batching", "Digests", "Fleet", "FlowControl", "HTTPServer", "Handover",
                "Push",
                "Sealing", "Serving",
            ]),
        .executableTarget(name: "EntryPoint", dependencies: ["Commands", "FlowControl"], swiftSettings: houseRules),

        .target(
            name: "TestSupport",
            dependencies: ["AttachmentModel", "FlowControl", "HTTPTransport", "Handover", "ObjectStorage"],
            path: "Tests/TestSupport",
            swiftSettings: houseRules),
        .executableTarget(
            name: "unruly-worker", dependencies: ["AttachmentModel", "Handover", "Rulebook"],
            path: "Tests/UnrulyWorker",
            swiftSettings: houseRules),
        // The examples of the README, held by ReadmeTests.
        .executableTarget(
            name: "prepare-example", dependencies: ["Affix", "AttachmentModel"], path: "Tests/PrepareExample",
            swiftSettings: houseRules),
        .executableTarget(
            name: "batch-example", dependencies: ["Affix", "AttachmentModel", "Batching"], path: "Tests/BatchExample",
            swiftSettings: houseRules),
        .executableTarget(
            name: "fetch-list", dependencies: ["AttachmentModel", "Fetching", "FlowControl", "Handover"],
            path: "Tests/FetchList", swiftSettings: houseRules),
        .executableTarget(
            name: "remux-loop", dependencies: ["AttachmentModel", "Handover", "Remuxing", "Rulebook"],
            path: "Tests/RemuxLoop", swiftSettings: houseRules),
        .executableTarget(
            name: "transcode-words",
            dependencies: ["AttachmentModel", "Confinement", "Handover", "Recognition", "Rulebook", "Transcoding"],
            path: "Tests/TranscodeWords", swiftSettings: houseRules),
        .executableTarget(
            name: "render-loop", dependencies: ["AttachmentModel", "Handover", "Recognition", "Rendering", "Rulebook"],
            path: "Tests/RenderLoop", swiftSettings: houseRules),
        .executableTarget(
            name: "recognition-loop", dependencies: ["AttachmentModel", "Handover", "Recognition"],
            path: "Tests/RecognitionLoop", swiftSettings: houseRules),
        .target(
            name: "MediaSamples", path: "media-samples",
            exclude: ["README.md", "images", "movies", "audio", "hostile"], sources: ["MediaSample.swift"],
            swiftSettings: houseRules),
        tests("MediaSamplesTests", ["MediaSamples"]),
        tests("AttachmentModelTests", ["AttachmentModel"]),
        tests("SignaturesTests", ["AttachmentModel", "Signatures"]),
        tests("FlowControlTests", ["FlowControl"]),
        tests("DigestsTests", ["Digests"]),
        tests("GIFCodingTests", ["GIFCoding"]),
        tests("DatabasesTests", ["Databases", "TestSupport"]),
        .testTarget(
            name: "SealingTests", dependencies: ["AttachmentModel", "Digests", "Push", "Sealing", "TestSupport"],
            exclude: ["envelopes.json", "open_envelopes.py"], swiftSettings: houseRules),
        .testTarget(
            name: "PushTests", dependencies: ["AttachmentModel", "Push"], exclude: ["Snapshots"],
            swiftSettings: houseRules),
        tests("AffixTests", ["Affix", "AttachmentModel", "FlowControl"]),
        tests("IndexTests", ["AttachmentModel", "Databases", "Index", "TestSupport"]),
        tests("BatchingTests", ["AttachmentModel", "Batching", "FlowControl", "TestSupport"]),
        tests(
            "FleetTests", ["AttachmentModel", "Batching", "Fleet", "FlowControl", "Index", "TestSupport"]),
        tests("RulebookTests", ["AttachmentModel", "Rulebook", "TestSupport"]),
        tests("HandoverTests", ["AttachmentModel", "Digests", "FlowControl", "Handover", "TestSupport"]),
        tests(
            "RemuxingTests",
            ["AttachmentModel", "ForeignBytes", "Handover", "Recognition", "Remuxing", "Rulebook", "TestSupport"]),
        tests("ForeignBytesTests", ["ForeignBytes"]),
        tests("RecognitionTests", ["AttachmentModel", "ForeignBytes", "Handover", "Recognition"]),
        tests(
            "RenderingTests",
            [
                "AttachmentModel", "ForeignBytes", "GIFCoding", "Handover", "MediaSamples", "Rendering", "Rulebook",
                "TestSupport",
            ]),
        tests(
            "FetchingTests",
            ["AttachmentModel", "Fetching", "FlowControl", "Handover", "HTTPTransport", "ObjectStorage", "TestSupport"]),
        tests("HTTPServerTests", ["AttachmentModel", "FlowControl", "HTTPServer", "Handover", "TestSupport"]),
        tests("HTTPTransportTests", ["AttachmentModel", "FlowControl", "HTTPTransport", "TestSupport"]),
        tests(
            "WorkersTests",
            [
                "affix-transcoder", "affix-worker", "AttachmentModel", "Confinement", "FlowControl", "Handover",
                "MediaSamples", "Rulebook", "TestSupport", "Transcoding", "unruly-worker", "Workers",
            ]),
        tests("TranscodingTests", ["AttachmentModel", "Handover", "Rulebook", "Transcoding"]),
        tests("LockdownTests", ["Handover", "Lockdown"]),
        tests(
            "ServingTests",
            [
                "affix-transcoder", "affix-worker", "Affix", "AttachmentModel", "Databases", "Digests", "FlowControl",
                "HTTPServer", "Index", "MediaSamples", "Serving", "TestSupport",
            ]),
        tests(
            "ObjectStorageTests",
            [
                "affix-transcoder", "affix-worker", "Affix", "AttachmentModel", "FlowControl", "HTTPTransport",
                "Handover", "MediaSamples", "ObjectStorage", "Publishing", "TestSupport",
            ]),
        tests(
            "PublishingTests",
            [
                "AttachmentModel", "Digests", "FlowControl", "Handover", "HTTPTransport", "ObjectStorage", "Publishing",
                "TestSupport",
            ]),
        tests(
            "EndToEndTests",
            [
                "affix-transcoder", "affix-worker", "EntryPoint", "Affix", "AttachmentModel", "batch-example",
                "Databases", "Index",
                "MediaSamples", "TestSupport",
            ]),
        .testTarget(
            name: "CommandsTests",
            dependencies: [
                "Affix", "AttachmentModel", "Batching", "Commands", "Digests", "Fleet", "FlowControl", "TestSupport",
            ],
            exclude: ["Guide", "Snapshots"],
            swiftSettings: houseRules),
    ]
)

// Built by scripts/fuzz alone: its `main` is libFuzzer's, so that it links with nothing less.
if Context.environment["AFFIX_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "recognition-fuzz", dependencies: ["AttachmentModel", "ForeignBytes", "Recognition", "Rendering"],
            path: "Tests/RecognitionFuzz",
            swiftSettings: houseRules))
}
