import Foundation

/// A directory that is removed when nobody holds this any more.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "emojiart-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    /// Another one with a copy of what a server has here.
    func copyOfData() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try ServerData.copy(from: path("data"), to: copy.path("data"))
        return copy
    }

    /// Writes a file inside and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
        return path(name)
    }
}

/// What a server keeps in its directory, as a copy of it has to have it.
enum ServerData {
    /// Copies a directory, but for the operators' socket, which a killed server leaves behind and
    /// which is nothing to copy.
    static func copy(from source: String, to target: String) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: target, withIntermediateDirectories: false)
        for name in try files.contentsOfDirectory(atPath: source) where name != "admin.sock" {
            try files.copyItem(atPath: source + "/" + name, toPath: target + "/" + name)
        }
    }
}
