// swift-tools-version: 6.2
import PackageDescription

// The program that libFuzzer drives: `make fuzz` builds it.
//
// It is a package of its own because a sanitizer is a choice of a whole build, and because the
// program has no `main` unless libFuzzer gives it one. What is tried is in Targets, a library of
// the package above, whose tests replay the corpus.

let package = Package(
    name: "emojiart-fuzz",
    dependencies: [.package(name: "emojiart-sync", path: "../..")],
    targets: [
        .executableTarget(
            name: "emojiart-fuzz",
            dependencies: [.product(name: "FuzzTargets", package: "emojiart-sync")],
            path: "Fuzzer",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ]
)
