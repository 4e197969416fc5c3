import Foundation

/// A broker of one's own: nats-server on a free port, with a store that outlives it.
package final class TestBroker {
    /// It did not start.
    package struct Failed: Error {
        /// An error without more to say.
        package init() {}
    }

    /// The program: `$EMOJIART_BROKER`, to try another version, or the machine's.
    static let program = URL(
        filePath: ProcessInfo.processInfo.environment["EMOJIART_BROKER"]
            ?? "/usr/sbin/nats-server"
    )

    /// Where it listens.
    package private(set) var port = -1
    private let directory: URL
    private var process: Process?

    /// Starts one, and waits until it listens.
    package init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-broker-\(UUID().uuidString)")
        try start()
    }

    /// Where clients find it.
    package var url: String { "nats://127.0.0.1:\(port)" }

    private var store: URL { directory.appendingPathComponent("store") }

    /// Starts it, again after `kill`, on the port that it had.
    package func start() throws {
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Self.program
        process.arguments = [
            "--jetstream", "--addr", "127.0.0.1", "--port", "\(port)",
            "--store_dir", store.path, "--ports_file_dir", directory.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        let file = directory.appendingPathComponent(
            "nats-server_\(process.processIdentifier).ports"
        )
        let deadline = Date(timeIntervalSinceNow: 10)
        while (try? Ports(of: file)) == nil {
            guard Date() < deadline else { throw Failed() }
            Thread.sleep(forTimeInterval: 0.005)
        }
        port = try Ports(of: file).port
    }

    /// Ends it at once, as a crash does.
    package func kill() {
        guard let process else { return }
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Has it stand still, or go on.
    package func setPaused(_ isPaused: Bool) {
        guard let process else { return }
        _ = Glibc.kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT)
    }

    /// Loses all that it has stored; it must not run.
    package func wipe() throws { try FileManager.default.removeItem(at: store) }

    /// Loses one stream; it must not run.
    package func forget(_ stream: String) throws {
        let streams = store.appendingPathComponent("jetstream/$G/streams")
        try FileManager.default.removeItem(at: streams.appendingPathComponent(stream))
    }

    /// Copies what it has stored, as of a moment.
    ///
    /// - Returns: the copy, for `restore`.
    package func copy() throws -> String {
        let copy = directory.appendingPathComponent(UUID().uuidString)
        // What is written meanwhile may be half in it: the end of the log, which is cut off.
        try FileManager.default.copyItem(at: store, to: copy)
        return copy.path
    }

    /// Has it be as it was when it was copied; it must not run.
    package func restore(_ copy: String) throws {
        try wipe()
        try FileManager.default.moveItem(atPath: copy, toPath: store.path)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: directory)
    }

    /// What a broker writes of where it listens.
    private struct Ports: Decodable {
        let nats: [String]

        init(of file: URL) throws {
            self = try JSONDecoder().decode(Ports.self, from: Data(contentsOf: file))
        }

        var port: Int { nats.first?.split(separator: ":").last.flatMap { Int($0) } ?? 0 }
    }
}
