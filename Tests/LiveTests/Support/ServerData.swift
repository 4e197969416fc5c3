import Foundation

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
