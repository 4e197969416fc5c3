// swift-tools-version: 6.2
import PackageDescription

/// True in a build of the simulation: its network and disk replace the machine's.
///
/// SwiftPM cannot override a target of a package, so the manifest chooses the folders.
let isSimulation = Context.environment["EMOJIART_SIMULATION"] == "1"

/// One list of settings for every Swift target: Swift 6 mode, strict memory safety, no warning let through.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (isSimulation ? [.define("SIMULATION")] : [])

/// A product that only the programs and their tests use: who links the libraries need not have it.
func program(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Programs"]))
}

let package = Package(
    name: "emojiart-sync",
    products: [
        // The pure rooms: an app that brings its own socket uses the same model and replica.
        .library(name: "EmojiArt", targets: ["EmojiArt"]),
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "Sync", targets: ["Sync"]),
        .executable(name: "emojiart-server", targets: ["emojiart-server"]),
        .executable(name: "emojiart", targets: ["emojiart"]),
        // For the package in Tests/Fuzz, which a sanitizer makes another build: see `make fuzz`.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        .trait(
            name: "Programs",
            description:
                "The server, the client and their tests. Without it, EmojiArt, Wire and Sync "
                + "resolve swift-collections alone."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // The pure model. Imports nothing.
        .target(name: "EmojiArt", swiftSettings: settings),
        // Messages and their bytes.
        .target(name: "Wire", dependencies: ["EmojiArt"], swiftSettings: settings),
        // Sans-I/O machines: the server's document session and the client's replica.
        .target(
            name: "Sync",
            dependencies: [
                "EmojiArt", "Wire",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // A document as a page shows it: what a browser runs as WebAssembly.
        .target(
            name: "PageCore",
            dependencies: ["EmojiArt", "Sync", "Wire"],
            exclude: ["WebAssembly"],
            swiftSettings: settings
        ),
        // The rooms over C. Each C library has exactly one importer.
        .systemLibrary(
            name: "CLibwebsockets",
            pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        // Digests, shared secrets and signatures.
        .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: settings),
        // Tokens: whose signature they have, and what they grant.
        .target(
            name: "Tokens",
            dependencies: ["Cryptography", "EmojiArt", "Wire"],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        // Requests to other servers.
        .target(name: "HTTPClient", dependencies: ["CCurl"], swiftSettings: settings),
        // What a setting is, and the file of them.
        .target(name: "Settings", dependencies: [program("Yams", "Yams")], swiftSettings: settings),
        // What images are that others sent.
        .target(name: "Images", dependencies: ["EmojiArt"], swiftSettings: settings),
        .systemLibrary(
            name: "CPangoCairo",
            pkgConfig: "cairo",
            providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]
        ),
        .systemLibrary(
            name: "CTurboJPEG",
            pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]
        ),
        // The browser client: its core compiled to WebAssembly, its modules bundled by esbuild.
        .plugin(name: "PageBundle", capability: .buildTool(), path: "Sources/PageBundle"),
        .target(
            name: "Web",
            exclude: [
                "app", "core", "files", "gestures", "store", "sync", "view", "canvas.css",
                "dialogs.css", "icon.svg", "index.html", "jsconfig.json", "package.json",
                "presence.css", "start.js", "style.css",
            ],
            swiftSettings: settings,
            plugins: ["PageBundle"]
        ),
        // The network, the clocks and the threads of the machine.
        .target(name: "Transport", dependencies: ["CLibwebsockets"], swiftSettings: settings),
        .target(
            name: "WebSockets",
            dependencies: [
                "Transport",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // What a server stores, and what it asks of whatever keeps it.
        .target(name: "Store", swiftSettings: settings),
        // The few system calls of a store.
        .target(name: "Disk", dependencies: ["Store"], swiftSettings: settings),
        // The tables of a store and its one thread's queue, in SQL that both databases speak.
        .target(name: "StoreTables", dependencies: ["Disk", "Store"], swiftSettings: settings),
        .target(
            name: "SQLiteStore",
            dependencies: ["CSQLite", "Disk", "Store", "StoreTables"],
            swiftSettings: settings
        ),
        .systemLibrary(
            name: "CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"])]
        ),
        .target(
            name: "PostgresStore",
            dependencies: ["CPostgres", "Disk", "Store", "StoreTables"],
            swiftSettings: settings
        ),
        // A document as pixels.
        .target(
            name: "Raster",
            dependencies: ["EmojiArt", "Images", "CPangoCairo", "CTurboJPEG"],
            swiftSettings: settings
        ),
        // The terminal: what it sends, what it shows, and giving it back.
        .target(name: "Terminal", swiftSettings: settings),
        // Documents on loops: who may join, what becomes durable, who hears of it.
        .target(
            name: "Hosting",
            dependencies: [
                "Cryptography", "EmojiArt", "Images", "Settings", "Store", "Sync", "Tokens",
                "Transport", "WebSockets", "Wire", program("Logging", "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // Several servers of one store: whose guest goes where.
        .target(
            name: "Cluster",
            dependencies: [
                "Cryptography", "EmojiArt", "Hosting", "HTTPClient", "Store", "Transport",
                "WebSockets", "Wire", program("Logging", "swift-log"),
            ],
            swiftSettings: settings
        ),
        // What an operator has of a server: settings, administration, backups, hooks, figures.
        .target(
            name: "Operations",
            dependencies: [
                "Cluster", "Cryptography", "EmojiArt", "Hosting", "HTTPClient", "PostgresStore",
                "Settings",
                "SQLiteStore", "Store", "StoreTables", "Sync", "Tokens", "Transport", "WebSockets",
                "Wire",
                program("ArgumentParser", "swift-argument-parser"),
                program("Logging", "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // The programs.
        .executableTarget(
            name: "emojiart-server",
            dependencies: [
                "EmojiArt", "Hosting", "HTTPClient", "Operations", "Settings", "SQLiteStore",
                "Store", "StoreTables", "Tokens", "Transport", "Web", "WebSockets", "Wire",
                program("ArgumentParser", "swift-argument-parser"),
                program("Logging", "swift-log"),
            ],
            exclude: ["Packaging"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "emojiart",
            dependencies: [
                "EmojiArt", "HTTPClient", "Images", "Raster", "Sync", "Terminal", "Transport",
                "WebSockets", "Wire",
                program("ArgumentParser", "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: settings
        ),
        // What an app adds to the libraries: see Sync.docc/InAnApp.md.
        .target(
            name: "AppExample",
            dependencies: ["EmojiArt", "Wire", "Sync"],
            swiftSettings: settings
        ),
        // Thousands of clients on one thread, to measure a server with.
        .systemLibrary(name: "CCrowd", path: "Tests/Load/CCrowd"),
        .target(
            name: "Crowd",
            dependencies: ["CCrowd"],
            path: "Tests/Load/Crowd",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "emojiart-load",
            dependencies: [
                "Crowd", "EmojiArt", "Wire", "WebSockets",
                program("ArgumentParser", "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            path: "Tests/Load",
            exclude: ["CCrowd", "Crowd"],
            swiftSettings: settings
        ),
        // Figures, not a test: see `make bench`.
        .executableTarget(
            name: "emojiart-bench",
            dependencies: [
                "EmojiArt", "Wire", "Sync", "Store", "SQLiteStore", "StoreTables", "Crowd",
                "TestKit",
                program("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Tests/Benchmark",
            exclude: ["thresholds.json", "BENCHMARKS.md", "deliveries.svg", "Floor"],
            swiftSettings: settings
        ),
        // What a program takes that only sends: the least on a machine.
        .executableTarget(name: "emojiart-floor", path: "Tests/Benchmark/Floor"),
        // What several test targets need: chance from a seed, and a socket that obeys nobody.
        .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: settings),
        // A second opinion on what edits do, for the tests of the model and for the simulation.
        .target(
            name: "ReferenceModel",
            dependencies: ["EmojiArt"],
            path: "Tests/ReferenceModel",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EmojiArtTests",
            dependencies: ["EmojiArt", "ReferenceModel", "TestKit", "Wire"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["EmojiArt", "Wire", "TestKit"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SyncTests",
            dependencies: ["EmojiArt", "FuzzTargets", "Sync", "Wire"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WebSocketsTests",
            dependencies: ["HTTPClient", "TestKit", "Transport", "WebSockets"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Disk", "PostgresStore", "Store", "SQLiteStore", "StoreTables", "TestKit",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PageCoreTests",
            dependencies: ["EmojiArt", "PageCore", "Sync", "Wire"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RasterTests",
            dependencies: ["EmojiArt", "Raster"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Terminal", "TestKit"],
            swiftSettings: settings
        ),
        // Takes the terminal over and dies in a way that the tests choose.
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["Terminal"],
            path: "Tests/TerminalProbe",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EditorTests",
            dependencies: [
                "EmojiArt", "FuzzTargets", "Wire", "Sync", "Terminal", "TestKit", "emojiart",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoadTests",
            dependencies: [
                "Crowd", "EmojiArt", "Wire", "TestKit", "emojiart-bench", "emojiart-load",
            ],
            swiftSettings: settings
        ),
        // What is tried with arbitrary bytes, and the tests that replay those that once told.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Cryptography", "EmojiArt", "HTTPClient", "Images", "Raster", "Settings", "Sync",
                "Terminal", "Tokens", "WebSockets", "Wire",
            ],
            path: "Tests/Fuzz/Targets",
            swiftSettings: settings
        ),
        // What the browser client's tests read edits from.
        .executableTarget(
            name: "emojiart-sequence",
            dependencies: [
                "FuzzTargets", "TestKit",
                program("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Tests/Sequence",
            swiftSettings: settings
        ),
        // The page's core as this machine runs it, for the browser client's tests to compare.
        .executableTarget(
            name: "emojiart-page-twin",
            dependencies: ["PageCore", "Sync"],
            path: "Tests/PageTwin",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: ["FuzzTargets"],
            path: "Tests/Fuzz/Replay",
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "EmojiArt", "Hosting", "Operations", "Settings", "SQLiteStore", "Store", "Sync",
                "TestKit", "Tokens", "Transport", "WebSockets", "Wire",
                "emojiart-server",
                program("ArgumentParser", "swift-argument-parser"),
                program("Logging", "swift-log"),
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "ImagesTests", dependencies: ["Images"], swiftSettings: settings),
        .testTarget(
            name: "TokensTests",
            dependencies: ["Cryptography", "EmojiArt", "Tokens", "Wire"],
            exclude: ["vectors.json"],
            swiftSettings: settings
        ),
        .testTarget(name: "TidyTests", swiftSettings: settings),
        .testTarget(
            name: "LiveTests",
            dependencies: [
                "EmojiArt", "Hosting", "HTTPClient", "Operations", "SQLiteStore", "Store",
                "StoreTables", "Sync", "TestKit", "Transport", "WebSockets", "Wire", "emojiart",
                "emojiart-load",
                "emojiart-server",
                "terminal-probe",
            ],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
    ]
)

// The server on a simulated network, disk and clock: see Tests/Simulation.
if isSimulation {
    package.targets.append(
        .executableTarget(
            name: "emojiart-simulation",
            dependencies: [
                "Cluster", "Cryptography", "Disk", "EmojiArt", "Hosting", "HTTPClient",
                "PostgresStore", "ReferenceModel", "SQLiteStore", "Store", "StoreTables", "Sync",
                "TestKit", "Tokens", "Transport", "WebSockets", "Wire",
                program("Logging", "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            path: "Tests/Simulation/Simulator",
            swiftSettings: settings
        )
    )
    for target in package.targets {
        switch target.name {
        case "Transport":
            target.path = "."
            target.sources = [
                "Tests/Simulation/Transport", "Sources/Transport/SocketEvent.swift",
                "Sources/Transport/WebSocketError.swift",
            ]
            target.dependencies = []
        case "Disk":
            target.path = "Tests/Simulation/Disk"
            target.dependencies.append("CSQLite")
        case "HTTPClient":
            target.path = "Tests/Simulation/HTTP"
            target.dependencies = []
        case "PostgresStore":
            target.path = "."
            target.sources = ["Tests/Simulation/Postgres", "Sources/PostgresStore"]
            target.exclude = ["Sources/PostgresStore/PostgresConnection.swift"]
            target.dependencies = ["CSQLite", "Disk", "Store", "StoreTables"]
        // The checks look into the sessions.
        case "Sync": target.swiftSettings?.append(.unsafeFlags(["-enable-testing"]))
        default: break
        }
    }
}
