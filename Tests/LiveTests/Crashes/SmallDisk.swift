import Foundation
import Testing

/// A file system of a few megabytes, in a mount namespace of its own that ends with its holder.
///
/// Nothing is mounted for others to see, and nothing is left to be unmounted.
final class SmallDisk {
    /// What the programs that run on it call its root.
    let directory: TemporaryDirectory
    private let holder: Program

    init(megabytes: Int) throws {
        directory = try TemporaryDirectory()
        let script = "mount -t tmpfs -o size=\(megabytes)m none \"$0\" && echo mounted && exec cat"
        holder = try Program("/usr/bin/unshare", ["-rm", "/bin/sh", "-c", script, directory.path])
        guard holder.output.line(where: { $0 == "mounted" }) != nil else {
            let errors = holder.finish(within: 0).errors.joined(separator: "; ")
            throw Program.CannotStart(what: "a tmpfs in a namespace of its own: \(errors)")
        }
    }

    /// What runs a program on this disk.
    var tracer: [String] {
        [
            "/usr/bin/nsenter", "--target", "\(holder.processID)", "--user", "--mount",
            "--preserve-credentials", "--",
        ]
    }

    /// Where its files are for this process.
    func path(_ name: String) -> String {
        "/proc/\(holder.processID)/root\(directory.path)/\(name)"
    }

    /// Writes a file until nothing more fits.
    func fill() throws {
        guard FileManager.default.createFile(atPath: path("filler"), contents: nil) else {
            throw Program.CannotStart(what: "no file on the small disk")
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path("filler")))
        for size in [1 << 20, 1 << 16, 1 << 12] {
            let bytes = Data(repeating: 0x5A, count: size)
            while (try? file.write(contentsOf: bytes)) != nil {}
        }
        try? file.close()
    }

    /// Writes a file until no more is free than that.
    func fill(leaving bytes: Int) throws {
        let figures = try FileManager.default.attributesOfFileSystem(forPath: path(""))
        let free = try #require(figures[.systemFreeSize] as? Int)
        let filler = Data(repeating: 0x5A, count: max(0, free - bytes))
        try filler.write(to: URL(filePath: path("filler")))
    }

    func free() throws { try FileManager.default.removeItem(atPath: path("filler")) }

    /// A copy of its data on the machine's disk.
    func copyOut() throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        try ServerData.copy(from: path("data"), to: copy.path("data"))
        return copy
    }
}
