import Foundation
import Testing

/// The root of a machine of one's own, into which the Debian package is installed.
///
/// The package is made as `make deb` does, but of the programs that are tested.
struct ScratchMachine {
    /// Where it stands.
    let root: String
    /// The installed server's settings.
    var settings: String { root + "/etc/emojiart-server/emojiart.yaml" }

    private let build: String
    private static let programs = ["emojiart-server", "emojiart"]
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/emojiart-server/Packaging/deb.sh").standardized.path

    init(in directory: TemporaryDirectory) throws {
        root = directory.path("root")
        build = directory.path("build")
        for folder in ["info", "updates", "triggers"] {
            try FileManager.default.createDirectory(
                atPath: root + "/var/lib/dpkg/" + folder,
                withIntermediateDirectories: true
            )
        }
        try Data().write(to: URL(filePath: root + "/var/lib/dpkg/status"))
        try FileManager.default.createDirectory(
            atPath: build + "/bin",
            withIntermediateDirectories: true
        )
        for name in Self.programs {
            try Self.run(
                "/usr/bin/strip",
                ["--strip-debug", "-o", "\(build)/bin/\(name)", "\(Program.folder)/\(name)"]
            )
        }
    }

    /// An installed program.
    func program(_ name: String) -> String { root + "/usr/bin/" + name }

    /// What the installed unit says under a key.
    func unit(_ key: String) throws -> String? {
        let path = root + "/lib/systemd/system/emojiart-server.service"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    /// Makes a package of a version, and installs it over what is there.
    func install(version: String) throws {
        // Packing takes longer than all the rest, and nobody sends this package anywhere.
        let made = try Self.run(
            "/usr/bin/env",
            [
                "BUILD=\(build)", "BUILT=1", "VERSION=\(version)",
                "DPKG_DEB_COMPRESSOR_TYPE=none", Self.script,
            ]
        )
        let package = try #require(
            made.output.joined().firstMatch(of: /in '(\/.*\.deb)'/)?.1,
            "\(made.output)"
        )
        // Only root may give files to root.
        let root = geteuid() == 0 ? [] : ["/usr/bin/sudo", "--non-interactive"]
        let dpkg =
            root + [
                "/usr/bin/env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                "/usr/bin/dpkg", "--root=\(self.root)", "--force-not-root", "--force-depends",
                "--force-script-chrootless", "--log=/dev/null", "--install", String(package),
            ]
        try Self.run(dpkg[0], Array(dpkg.dropFirst()))
    }

    @discardableResult
    private static func run(_ path: String, _ arguments: [String]) throws -> Program.Run {
        let run = try Program(path, arguments).finish(within: 120)
        try #require(run.ending == .exit(0), "\(path): \(run.errors)")
        return run
    }
}
