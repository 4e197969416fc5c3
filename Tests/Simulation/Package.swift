// swift-tools-version: 6.2
import PackageDescription

// The simulation: the server of Sources, whole, with another network, disk and clock below it.
//
// `emojiart-assemble` lays the files out beside a copy of this manifest: those of Sources, and in
// place of some of them the files of the same name in Substitutes.

/// Those of the manifest in the project's root, which `emojiart-assemble` puts here.
let settings: [SwiftSetting] = []

let package = Package(
    name: "emojiart-simulation",
    dependencies: [
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(name: "EmojiArt", swiftSettings: settings),
        .target(name: "Wire", dependencies: ["EmojiArt"], swiftSettings: settings),
        .target(
            name: "Sync",
            dependencies: [
                "EmojiArt", "Wire",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
        .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: settings),
        .target(
            name: "Tokens",
            dependencies: ["Cryptography", "EmojiArt", "Wire"],
            swiftSettings: settings
        ),
        .target(name: "Images", dependencies: ["EmojiArt"], swiftSettings: settings),
        .target(name: "Store", swiftSettings: settings),
        .target(name: "Disk", dependencies: ["CSQLite", "Store"], swiftSettings: settings),
        .target(
            name: "SQLiteStore",
            dependencies: ["CSQLite", "Disk", "Store"],
            swiftSettings: settings
        ),
        .target(name: "Transport", swiftSettings: settings),
        .target(
            name: "WebSockets",
            dependencies: [
                "Transport", .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // The server's own files are in the simulator's module: it has no other user.
        .executableTarget(
            name: "emojiart-simulation",
            dependencies: [
                "Cryptography", "EmojiArt", "Images", "Tokens", "Wire", "Sync", "WebSockets",
                "Disk", "Store", "SQLiteStore", "Transport",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings
        ),
    ]
)
