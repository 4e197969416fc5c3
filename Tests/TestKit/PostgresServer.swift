internal import Foundation
internal import Glibc
internal import Synchronization

/// A PostgreSQL of the tests, in a directory and on a port of its own; it ends with the process.
package final class PostgresServer: Sendable {
    /// The one that all tests use that do it no harm, or why there is none.
    package static let shared = Result { try PostgresServer() }

    private static let programs = "/usr/lib/postgresql/15/bin"
    private static let password = "a secret"

    /// How many this process has made.
    private static let made = Mutex(0)

    private let directory: String
    /// Where it listens, on loopback.
    package let port: Int

    /// What a program said that failed.
    package struct Failure: Error, CustomStringConvertible {
        /// Its words.
        package let description: String
    }

    /// Makes and starts one.
    package convenience init() throws {
        try self.init(
            """
            initdb -D data -U owner -A scram-sha-256 --pwfile=password --no-sync --locale=C.UTF-8
            """
        )
    }

    /// Makes and starts a standby of one that runs, which then commits nothing without it.
    package convenience init(standbyOf primary: PostgresServer) throws {
        // Before the copy, which has it then: promoted, it acknowledges nothing that it has alone.
        // By its name: with "*" the program that makes the copy would count as a standby.
        try primary.run("ALTER SYSTEM SET synchronous_standby_names = 'walreceiver'")
        try primary.run("SELECT pg_reload_conf()")
        try self.init(
            """
            pg_basebackup -D data -R -c fast -X stream -d '\(primary.address(schema: "public"))'
            """
        )
    }

    private init(_ command: String) throws {
        directory =
            FileManager.default.temporaryDirectory
            .appending(path: "postgres-\(UUID().uuidString)").path
        let count = Self.made.withLock { made in
            made += 1
            return made
        }
        port = 20_000 + (Int(getpid()) * 4 + count) % 12_000
        guard FileManager.default.isExecutableFile(atPath: Self.programs + "/initdb") else {
            throw Failure(description: "there is no PostgreSQL 15: apt-get install postgresql-15")
        }
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false
        )
        try Self.password.write(toFile: directory + "/password", atomically: true, encoding: .utf8)
        try shell(
            """
            [ "$(id -u)" != 0 ] || chown -R postgres .
            \(Self.asUser) \(Self.programs)/\(command)
            """
        )
        try start()
    }

    private static let asUser =
        getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""

    /// Starts it, and waits until it answers.
    package func start() throws {
        var process = try launch()
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? run("SELECT 1")) == nil {
            guard ContinuousClock.now < deadline else {
                let log = try? String(contentsOfFile: directory + "/server.log", encoding: .utf8)
                throw Failure(description: "PostgreSQL did not start: \(log ?? "")")
            }
            // The last processes of one that was killed may be there for a moment.
            if !process.isRunning { process = try launch() }
        }
    }

    private func launch() throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // It watches over this process, and ends when that does, however it ends.
        process.arguments = [
            "-c",
            """
            cd \(directory)
            \(Self.asUser) \(Self.programs)/postgres -D data -p \(port) \\
                -c listen_addresses=127.0.0.1 -c unix_socket_directories=\(directory) \\
                -c max_connections=200 -c shared_buffers=16MB \\
                -c wal_retrieve_retry_interval=200ms >> server.log 2>&1 &
            echo $! > server.pid
            while [ -e /proc/\(getpid())/exe ] && [ -e /proc/$!/exe ]; do sleep 1; done
            kill -QUIT $!
            [ -e /proc/\(getpid())/exe ] || rm -rf \(directory)
            """,
        ]
        // Who waits for the end of what this process says is not to wait for it.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Copies all that is committed, as a standby has it that then hears nothing more.
    package func copy() throws {
        try shell(
            """
            \(Self.asUser) \(Self.programs)/pg_basebackup -D copy -c fast -X stream \
                -d '\(address(schema: "public"))'
            """
        )
    }

    /// Kills it, and starts the copy in its place: what was committed since is lost.
    package func promoteCopy() throws {
        try kill()
        try shell("rm -rf data && mv copy data")
        try start()
    }

    /// Has it speak TLS with a certificate, from the next connection on.
    package func speakTLS(with certificate: TestCertificate) throws {
        for (path, name) in [(certificate.certificate, "crt"), (certificate.key, "key")] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let lines = text.split(separator: "\n").map { "('\($0)')" }.joined(separator: ",")
            try run("COPY (VALUES \(lines)) TO PROGRAM 'umask 077; cat > server.\(name)'")
        }
        try run("ALTER SYSTEM SET ssl = on")
        try run("SELECT pg_reload_conf()")
    }

    /// Makes a standby take writes.
    package func promote() throws { try run("SELECT pg_promote()") }

    /// Kills it, and waits until it is gone.
    package func kill() throws {
        signal(SIGKILL)
        let deadline = ContinuousClock.now + .seconds(30)
        while (try? run("SELECT 1")) != nil, ContinuousClock.now < deadline {}
    }

    /// Sends a signal to all its processes: the first before the others, which it starts.
    package func signal(_ number: Int32) {
        let text = try? String(contentsOfFile: directory + "/server.pid", encoding: .utf8)
        guard let id = text.flatMap({ Int32($0.trimmingCharacters(in: .newlines)) }) else { return }
        Glibc.kill(id, number)
        let children = "/proc/\(id)/task/\(id)/children"
        let others = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
        for other in others.split(separator: " ").compactMap({ Int32($0) }) {
            Glibc.kill(other, number)
        }
    }

    /// The address of a schema in its database, perhaps through a proxy.
    package func address(
        schema: String,
        password: String? = nil,
        settings: String = "",
        port: Int? = nil
    ) -> String {
        let password = (password ?? Self.password).replacing(" ", with: "%20")
        return "postgresql://owner:\(password)@127.0.0.1:\(port ?? self.port)/postgres"
            + "?options=-csearch_path%3D\(schema)\(settings)"
    }

    /// Runs SQL, and gives what psql prints of it.
    @discardableResult
    package func run(_ sql: String, schema: String = "public") throws -> String {
        try Self.run(
            Self.programs + "/psql",
            "-XAtq",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            sql,
            address(schema: schema)
        )
    }

    /// Runs commands in its directory.
    private func shell(_ commands: String) throws {
        try Self.run("/bin/sh", "-c", "cd \(directory) || exit\n\(commands)")
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: String...) throws -> String {
        let process = try FinishedProcess(program, arguments)
        let text = process.output.trimmingCharacters(in: .newlines)
        guard process.status == 0 else { throw Failure(description: text) }
        return text
    }
}
