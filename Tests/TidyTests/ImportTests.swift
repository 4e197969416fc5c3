import Testing

/// Who may use the system: its modules, its C libraries, unsafe code.
struct ImportTests {
    /// The targets that may import Foundation.
    private static let overFoundation: Set = [
        "AppExample", "Hosting", "Operations", "PageBundle", "Transport", "Web", "emojiart",
        "emojiart-server",
    ]
    /// Those that may import what it stands on; all others compute, and leave the system to them.
    private static let overSystem = overFoundation.union([
        "Disk", "PostgresStore", "SQLiteStore", "StoreTables", "Terminal", "Transport",
        "WebSockets",
    ])

    private static let importers = [
        "CLibwebsockets": "Transport", "CPostgres": "PostgresStore", "CSQLite": "SQLiteStore",
        "COpenSSL": "Cryptography", "CPangoCairo": "Raster", "CTurboJPEG": "Raster",
        "CCrowd": "Load", "CCurl": "HTTPClient",
    ]

    private static let overC: Set = [
        "Transport", "WebSockets", "Disk", "PostgresStore", "SQLiteStore", "Cryptography", "Raster",
        "HTTPClient",
    ]

    /// The files of the programs that call the system where Swift has no other way.
    private static let systemCalls: Set = [
        "Sources/PageCore/WebAssembly/Exports.swift",
        "Sources/emojiart/Client/KeyStore.swift",
        "Sources/emojiart/Client/SharedFile.swift",
        "Sources/emojiart/Commands/LineReader.swift",
    ]

    /// The folder of the room that takes the terminal over.
    private static let device = "Sources/Terminal/Device/"

    @Test func `who computes imports nothing of the system`() {
        for file in Repository.sources {
            for (line, module) in Self.imports(file) {
                let allowed: Set? =
                    switch module {
                    case "Foundation": Self.overFoundation
                    case "Dispatch", "Glibc", "Synchronization": Self.overSystem
                    default: nil
                    }
                let isAllowed = allowed?.contains(file.target) ?? true
                #expect(isAllowed, "\(file.path):\(line) imports \(module)")
            }
        }
    }

    @Test func `each C library has one importer`() {
        // A simulated disk lies below SQLite as the kernel does; a simulated PostgreSQL above.
        let simulated = ["Tests/Simulation/Disk/", "Tests/Simulation/Postgres/"]
        for file in Repository.swift where !simulated.contains(where: file.path.hasPrefix) {
            for (line, module) in Self.imports(file) {
                let isOver = Self.importers[module]
                #expect(
                    isOver == nil || isOver == file.target,
                    "\(file.path):\(line) imports \(module)"
                )
            }
        }
    }

    @Test func `unsafe code stays in the rooms over C`() {
        for file in Repository.sources where !Self.overC.contains(file.target) {
            if Self.systemCalls.contains(file.path) || file.path.hasPrefix(Self.device) { continue }
            for (line, text) in file.code where text.contains("unsafe") {
                #expect(!text.contains(/\bunsafe\b(?!-)/), "\(file.path):\(line) is unsafe")
            }
        }
    }

    @Test func `the check finds imports`() {
        let file = SourceFile(
            path: "Sources/Wire/A.swift",
            text: "import A\npublic import B\n@testable import C\n// import D\nimport struct E.F\n"
        )
        #expect(Self.imports(file).map(\.module) == ["A", "B", "C", "E"])
        #expect(Repository.sources.count > 50)
    }

    private static func imports(_ file: SourceFile) -> [(line: Int, module: String)] {
        file.code.compactMap { line, text in
            let declaration = /^(?:@\w+ )?(?:\w+ )?import (?:struct |class |enum |func )?(\w+)/
            // Most lines are none, and an expression takes its time to say so.
            guard text.contains("import "), let match = text.firstMatch(of: declaration) else {
                return nil
            }
            return (line, String(match.1))
        }
    }
}
