import Foundation
import TestKit
import Testing

/// A real server whose disk stands still for seconds.
struct SlowDiskTests {
    private static let clients = 4
    private static let editsEach = 30
    private static let editBytes = 55_000

    /// A client that sends as much as it is let, and comes back until all is answered.
    ///
    /// The first one that is sent away lets the disk go on.
    private static func work(
        _ client: SweepClient,
        on server: LiveServer,
        letGo tracer: Program
    ) -> (client: Carried<SweepClient>, closes: [String]) {
        var client = client
        var closes: [String] = []
        var isAlive = true
        while isAlive, client.sent < editsEach { isAlive = client.send() }
        let isDone = Wait.until {
            if client.settle(), client.sent == editsEach { return true }
            if let closing = client.closing {
                closes.append(closing.reason)
                tracer.signal(SIGKILL)
            }
            guard client.connect(to: server), client.resend() else { return false }
            return client.make(editsEach - client.sent, window: 10)
        }
        #expect(isDone, "client \(client.key): \(client.answers.count) answers")
        return (Carried(client), closes)
    }

    /// The most memory that the server ever had, in MiB.
    private static func peakMemory(of server: LiveServer) throws -> Int {
        let path = "/proc/\(server.program.processID)/status"
        let status = try String(contentsOfFile: path, encoding: .utf8)
        let kilobytes = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }
        return try #require(kilobytes) / 1_024
    }

    @Test func `FA14 CN19 edits beyond a limit are sent away while the disk stands still`()
        async throws
    {
        let (server, clients) = try await Aside.run {
            let server = try LiveServer(["--queued-mebibytes", "2"])
            let clients = try (1...Self.clients).map { number in
                var client = SweepClient(document: "d\(number)", bytes: Self.editBytes)
                let isReady = client.connect(to: server) && client.make(1)
                try #require(isReady)
                return Carried(client)
            }
            return (Carried(server), clients)
        }
        // The next sync takes two minutes, or until the tracer lets go.
        let tracer = try Strace.attach(
            to: server.value.program,
            ["fdatasync"],
            "fdatasync:delay_enter=120000000:when=1",
            log: server.value.directory.path("calls")
        )
        let ended = try await withThrowingTaskGroup { group in
            for client in clients {
                group.addTask {
                    try await Aside.run {
                        Self.work(client.value, on: server.value, letGo: tracer)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let closes = ended.flatMap(\.closes)
        let peak = try Self.peakMemory(of: server.value)
        print(
            "FA14: \(closes.count) closes while \(Self.clients * Self.editsEach) edits of "
                + "\(Self.editBytes) bytes met a disk that stood still; \(peak) MiB at most"
        )
        #expect(closes.contains { $0.hasPrefix("overloaded: ") && $0.contains("retry_after=") })
        #expect(peak < 150, "MiB")
        server.value.stop()
        _ = tracer.ending()
        let left = JournalReader(server.value.data)
        for (client, _) in ended {
            let (lost, found) = client.value.differences(
                from: try left.edits(of: client.value.document)
            )
            #expect(lost == 0)
            #expect(found.isEmpty, "\(client.value.document): \(found)")
        }
    }
}
