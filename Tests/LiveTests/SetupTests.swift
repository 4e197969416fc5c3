import Foundation
import TestKit
import Testing

/// What `make` says on a machine that cannot build, before anything is installed on it.
///
/// The programs that it asks are replaced by scripts: what the machine lacks is theirs to say.
struct SetupTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for (name, body) in [
            ("swift", #"echo "Swift version 6.3.1 (swift-6.3.1-RELEASE)""#),
            ("df", "echo Avail; echo 100000"),
            ("du", "printf '0\\t.build\\n'"),
            ("dpkg-query", "exit 1"),
            ("sudo", #"[ "$1" != -n ] || exit 1"#),
            ("apt-get", "exit 1"),
        ] {
            try write(body, as: name)
        }
    }

    /// Puts a script in place of a program; nothing takes the program away.
    private func write(_ body: String?, as name: String) throws {
        guard let body else { return try FileManager.default.removeItem(atPath: path(name)) }
        let path = try directory.write("#!/bin/sh\n\(body)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func path(_ name: String) -> String { directory.path(name) }

    private static let script = Repository.root.appending(path: ".ci/setup")

    /// Runs it for a package; as a user with an id, if it is given one.
    private func run(asUser id: Int? = nil) throws -> Program.Run {
        for tool in ["bash", "sed", "head", "sort", "tail", "tr", "cut", "grep", "env"]
        where !FileManager.default.fileExists(atPath: path(tool)) {
            let own = "/usr/bin/\(tool)"
            try FileManager.default.createSymbolicLink(
                atPath: path(tool),
                withDestinationPath: own
            )
        }
        // A user who is not root may read neither the checkout nor a directory of root's.
        let script = try directory.write(
            try String(contentsOf: Self.script, encoding: .utf8),
            to: "s"
        )
        let mode = [FileAttributeKey.posixPermissions: 0o755]
        try FileManager.default.setAttributes(mode, ofItemAtPath: directory.path)
        let command = ["PATH=\(directory.path)", "bash", script, "400", "libx-dev"]
        guard let id else { return try Program("/usr/bin/env", command).finish() }
        return try Program(
            "/usr/bin/setpriv",
            ["--reuid=\(id)", "--clear-groups", "/usr/bin/env"] + command
        ).finish()
    }

    private func expect(_ words: [String], asUser id: Int? = nil) throws {
        let run = try run(asUser: id)
        #expect(run.ending == .exit(1))
        let text = run.errors.joined(separator: "\n")
        for word in ["== cannot begin: "] + words {
            #expect(text.contains(word), "\(text)")
        }
        #expect(!run.output.contains { $0.contains("installing") })
    }

    @Test func `a machine without the toolchain, or with an older one, is told where it is`() throws
    {
        try write("echo 'Swift version 5.10 (swift-5.10-RELEASE)'", as: "swift")
        try expect(["swift is version 5.10", "6.3", "swift.org/install"])
        try write(nil, as: "swift")
        try expect(["swift is not in PATH", "swift.org/install"])
    }

    @Test func `a machine without room is told how much is needed`() throws {
        try write("echo Avail; echo 399", as: "df")
        try expect(["400 MiB", "399 MiB left", "free some"])
        // What is built already needs no room.
        try write("printf '100\\t.build\\n'", as: "du")
        let run = try run()
        #expect(run.output.first == "== installing libx-dev")
    }

    @Test func `packages without room, without sudo, without apt-get are named, and not installed`()
        throws
    {
        try write(#"echo Avail; [ "$3" = /usr ] && echo 39 || echo 100000"#, as: "df")
        try expect(["libx-dev", "40 MiB", "/usr has 39 MiB left"])
        try expect(["libx-dev", "sudo asks for a password", "no terminal"], asUser: 65_534)
        try write(nil, as: "sudo")
        try expect(["libx-dev", "run make as root once, or install sudo"], asUser: 65_534)
        try write(nil, as: "apt-get")
        try expect(["libx-dev", "no apt-get", "Debian 12"])
    }

    @Test func `a machine that has all is left alone`() throws {
        // Nothing is built yet: there is no folder to look at.
        try write("exit 1", as: "du")
        try write("echo install ok installed", as: "dpkg-query")
        try write("exit 9", as: "apt-get")
        let run = try run(asUser: 65_534)
        #expect(run.ending == .exit(0) && run.output.isEmpty && run.errors.isEmpty)
    }
}
