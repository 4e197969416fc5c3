import Foundation

/// Three brokers that keep three copies of a stream, and go on with two.
package final class TestBrokers {
    private let directory: URL
    private let places: [(clients: Int, routes: Int)]
    private var processes: [Process?] = [nil, nil, nil]

    /// Starts them; the stream can be made some seconds after.
    package init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-brokers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        // Free a moment ago, and nobody else's soon: the kernel goes through all of them first.
        let listeners = try (0..<6).map { _ in
            guard let listener = RawListener() else { throw TestBroker.Failed() }
            return listener
        }
        let free = listeners.map(\.port)
        places = (0..<3).map { (free[2 * $0], free[2 * $0 + 1]) }
        withExtendedLifetime(listeners) {}
        let routes = places.map { "nats-route://127.0.0.1:\($0.routes)" }.joined(separator: ", ")
        for (index, port) in places.enumerated() {
            let configuration = """
                server_name: n\(index)
                listen: 127.0.0.1:\(port.clients)
                jetstream { store_dir: "\(directory.path)/\(index)", max_mem: 64M, max_file: 1G }
                cluster {
                    name: C, listen: 127.0.0.1:\(port.routes), routes: [\(routes)]
                    no_advertise: true
                }

                """
            try Data(configuration.utf8).write(to: file(of: index))
        }
    }

    /// The ports on which they listen for clients.
    package var ports: [Int] { places.map(\.clients) }

    /// Where clients find them; they tell no client of each other.
    package var urls: [String] { ports.map { "nats://127.0.0.1:\($0)" } }

    /// Starts one, again after `kill`.
    package func start(_ index: Int) throws {
        let process = Process()
        process.executableURL = TestBroker.program
        process.arguments = ["--config", file(of: index).path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes[index] = process
    }

    /// Ends one at once, as a crash does.
    package func kill(_ index: Int) {
        guard let process = processes[index] else { return }
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[index] = nil
    }

    /// One loses all that it has stored; it must not run.
    package func wipe(_ index: Int) throws {
        try FileManager.default.removeItem(at: directory.appendingPathComponent("\(index)"))
    }

    /// Has one stand still, or go on.
    package func setPaused(_ index: Int, _ isPaused: Bool) {
        guard let process = processes[index] else { return }
        _ = Glibc.kill(process.processIdentifier, isPaused ? SIGSTOP : SIGCONT)
    }

    /// Which one has that name.
    package func index(named name: String) -> Int? { Int(name.dropFirst()) }

    deinit {
        for index in processes.indices { kill(index) }
        try? FileManager.default.removeItem(at: directory)
    }

    private func file(of index: Int) -> URL { directory.appendingPathComponent("n\(index).conf") }
}
