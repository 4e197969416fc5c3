import Foundation

/// Lays a package out, in which the server of `Sources` runs on a simulated network and disk.
///
/// Files are links to the originals, but for those that a `Change` rewrites. A file under
/// `Substitutes` takes the place of the one of the same name in `Sources`; one whose name begins
/// with `Simulated`, and those of `added`, come in addition.
struct Assembly {
    /// The checkout.
    let root: URL
    /// The package to make.
    let package: URL
    /// What is rewritten.
    let changes: [Change]

    private static let rooms = [
        "EmojiArt", "Wire", "Sync", "CSQLite", "COpenSSL", "Cryptography", "Tokens", "Images",
        "Store", "SQLiteStore", "WebSockets",
    ]
    /// Those that the simulation brings, whole.
    private static let replaced = ["Transport", "Disk"]
    private static let program = "emojiart-simulation"

    /// Files and folders of `Sources` that have no place in a simulated process, and why.
    private static let removed = [
        // The driver makes the server, and reads no arguments.
        "\(program)/Commands/",
        "\(program)/Configuration/",
        "\(program)/Logs/",
        // Nobody outside is asked or told; what would be, the substitutes leave out.
        "\(program)/Hooks/HTTPPost.swift",
        "\(program)/Hooks/HookSignature.swift",
        "\(program)/Hooks/LockFile.swift",
        "\(program)/Hooks/WebhookQueue.swift",
        // Nobody operates it.
        "\(program)/Administration/",
        "\(program)/Top/",
        "\(program)/Operations/",
        "\(program)/ExitCodes.swift",
        "\(program)/Backup/BackupSchedule+Metrics.swift",
        // One loop serves all documents.
        "\(program)/Loops/LoopThread.swift",
        "\(program)/Loops/LoopDoors.swift",
        "\(program)/Loops/Server+Doors.swift",
    ]
    /// Substitutes that take the place of nothing.
    private static let added: Set = [
        "Sync/Peek.swift", "\(program)/PlantedNames.swift",
    ]

    private var files: FileManager { .default }

    /// Makes the package, or brings it up to date; untouched files stay as they are.
    ///
    /// - Throws: `AssemblyError` for a change that fits no place or several, or what the file
    ///   system gives.
    func make() throws {
        var wanted: [String: URL] = [:]
        for room in Self.rooms {
            try lay("Sources/\(room)", as: "Sources/\(room)", into: &wanted)
            try substitute(room, as: room, in: &wanted)
        }
        for room in Self.replaced {
            try lay("Tests/Simulation/\(room)", as: "Sources/\(room)", into: &wanted)
        }
        let program = "Sources/\(Self.program)"
        try lay("Sources/emojiart-server", as: program, into: &wanted)
        try substitute("Server", as: Self.program, in: &wanted)
        for path in Self.removed {
            let place = "Sources/\(path)"
            let found = wanted.keys.filter {
                path.hasSuffix("/") ? $0.hasPrefix(place) : $0 == place
            }
            if found.isEmpty { throw AssemblyError(what: "there is no \(path) to remove") }
            for path in found { wanted[path] = nil }
        }
        try lay("Tests/Simulation/Simulator", as: program, into: &wanted)
        try lay("Tests/ReferenceModel", as: program, into: &wanted)
        wanted["\(program)/SplitMix64.swift"] = root.appending(
            path: "Tests/TestKit/SplitMix64.swift"
        )
        try removeAll(but: Set(wanted.keys))
        let changed = try changedTexts(in: wanted)
        for (path, original) in wanted {
            if let text = changed[path] {
                try write(text, to: path)
            } else {
                try link(path, to: original)
            }
        }
        try write(try manifest(), to: "Package.swift")
        // Each room asks by itself: none of them may import a room of the tests.
        guard changes.contains(where: \.isPlanted) else { return }
        for room in Self.rooms where room != "CSQLite" {
            try write(Change.question, to: "Sources/\(room)/Planted.swift")
        }
        try write(Change.question, to: "\(program)/Planted.swift")
        try write(PlantedBug.names, to: "\(program)/PlantedNames.swift")
    }

    /// The simulation's manifest with the settings of the project's, so that there is one list.
    private func manifest() throws -> String {
        let start = "let settings: [SwiftSetting] = ["
        let project = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let own = try String(
            contentsOf: root.appending(path: "Tests/Simulation/Package.swift"),
            encoding: .utf8
        )
        let settings = project.components(separatedBy: start).last?.components(separatedBy: "\n]\n")
        let pieces = own.components(separatedBy: start + "]\n")
        guard let settings, settings.count > 1, pieces.count == 2 else {
            throw AssemblyError(what: "a Package.swift has no list of settings")
        }
        return pieces[0] + start + settings[0] + "\n]\n" + pieces[1]
    }

    private func lay(_ folder: String, as place: String, into wanted: inout [String: URL]) throws {
        let base = root.appending(path: folder)
        let paths = files.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        for path in paths {
            let file = base.appending(path: path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
                // The page is no part of what is simulated, nor is what is written of it.
                !path.hasPrefix("Web/")
            else { continue }
            wanted["\(place)/\(path)"] = file
        }
    }

    /// Puts the substitutes of a room in place of what they are named after.
    private func substitute(
        _ folder: String,
        as room: String,
        in wanted: inout [String: URL]
    ) throws {
        var substitutes: [String: URL] = [:]
        try lay("Tests/Simulation/Substitutes/\(folder)", as: room, into: &substitutes)
        for (path, file) in substitutes {
            let isNew = file.lastPathComponent.hasPrefix("Simulated") || Self.added.contains(path)
            guard (wanted["Sources/\(path)"] == nil) == isNew else {
                throw AssemblyError(what: "\(path) is a substitute for nothing, or for too much")
            }
            wanted["Sources/\(path)"] = file
        }
    }

    private func changedTexts(in wanted: [String: URL]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for change in changes {
            guard let original = wanted["Sources/\(change.file)"] else {
                throw AssemblyError(what: "there is no \(change.file)")
            }
            let path = "Sources/\(change.file)"
            let text = try texts[path] ?? String(contentsOf: original, encoding: .utf8)
            let pieces = text.components(separatedBy: change.original)
            guard pieces.count == 2 else {
                throw AssemblyError(
                    what: "\(change.file) has \(pieces.count - 1) times: \(change.original)"
                )
            }
            texts[path] = pieces[0] + change.replacement + pieces[1]
        }
        return texts
    }

    private func removeAll(but wanted: Set<String>) throws {
        let sources = package.appending(path: "Sources")
        for case let path as String in files.enumerator(atPath: sources.path) ?? .init() {
            let file = sources.appending(path: path)
            let isLink = (try? files.destinationOfSymbolicLink(atPath: file.path)) != nil
            guard isLink || path.hasSuffix(".swift") else { continue }
            if !wanted.contains("Sources/\(path)") { try files.removeItem(at: file) }
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = package.appending(path: path)
        let isLink = (try? files.destinationOfSymbolicLink(atPath: file.path)) != nil
        if !isLink, (try? String(contentsOf: file, encoding: .utf8)) == text { return }
        if isLink { try files.removeItem(at: file) }
        try makeFolder(of: file)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func link(_ path: String, to original: URL) throws {
        let file = package.appending(path: path)
        if (try? files.destinationOfSymbolicLink(atPath: file.path)) == original.path { return }
        try? files.removeItem(at: file)
        try makeFolder(of: file)
        try files.createSymbolicLink(at: file, withDestinationURL: original)
    }

    private func makeFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}

/// Why a package cannot be laid out.
struct AssemblyError: Error, CustomStringConvertible {
    let what: String

    var description: String { "The simulation cannot be assembled: \(what)" }
}
