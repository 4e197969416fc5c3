import Foundation
import Sync
import TestKit
import Testing
import Wire

/// A real server whose disk stands still for seconds.
@Suite(.aside) struct SlowDiskTests {
    private static let clients = 4
    private static let editsEach = 120
    private static let editBytes = 55_000
    private static let queuedMebibytes = 2
    /// SQLite has not committed so much of the commit log; its pages are as many bytes again.
    private static let commitLogMebibytes = 4
    /// What an edit takes on its way, as it was read, told and stored, and those pages.
    ///
    /// All edits together have 26 MB.
    private static let memoryMax = (8 * queuedMebibytes + commitLogMebibytes) << 20
    /// So many are sent away before the disk goes on.
    private static let closesBefore = clients

    /// A client that sends as much as it is let, and comes back until all is answered.
    private static func work(
        _ client: SweepClient,
        on server: LiveServer,
        _ closes: Tally<String>,
        letGo tracer: Program
    ) -> Carried<SweepClient> {
        var client = client
        var isAlive = true
        while isAlive, client.sent < editsEach { isAlive = client.send() }
        let isDone = Wait.until {
            if client.settle(), client.sent == editsEach { return true }
            if let closing = client.closing {
                let count = closes.add(closing.reason)
                // The disk has taken nothing since the first edit.
                if count <= closesBefore { #expect(client.answers.count == 1) }
                if count == closesBefore { tracer.signal(SIGKILL) }
            }
            guard client.connect(to: server), client.resend() else { return false }
            return client.make(editsEach - client.sent, window: 10)
        }
        #expect(isDone, "client \(client.key): \(client.answers.count) answers")
        return Carried(client)
    }

    @Test func `FA14 CN19 edits beyond a limit are sent away while the disk stands still`()
        async throws
    {
        let server = Carried(
            try LiveServer(["--queued-mebibytes", "\(Self.queuedMebibytes)"])
        )
        let clients = try (1...Self.clients).map { number in
            var client = SweepClient(document: "d\(number)", bytes: Self.editBytes)
            try client.begin(on: server.value, 1)
            return Carried(client)
        }
        let before = try #require(ProcessFigures(of: server.value.program.processID))
        // The next sync takes two minutes, or until the tracer lets go.
        let tracer = try Strace.attach(
            to: server.value.program,
            ["fdatasync"],
            "fdatasync:delay_enter=120000000:when=1",
            log: server.value.directory.path("calls")
        )
        let closes = Tally<String>()
        let ended = try await Aside.each(clients) { client in
            Self.work(client.value, on: server.value, closes, letGo: tracer)
        }
        let after = try #require(ProcessFigures(of: server.value.program.processID))
        let growth = after.peakBytes - before.residentBytes
        let reasons = closes.items
        print(
            "FA14: \(reasons.count) closes while \(Self.clients * Self.editsEach) edits of "
                + "\(Self.editBytes) bytes met a disk that stood still; \(growth >> 10) KiB more"
        )
        #expect(reasons.count >= Self.closesBefore)
        #expect(
            reasons.allSatisfy { $0.hasPrefix("overloaded: ") && $0.contains("retry_after=") }
        )
        #expect(growth < Self.memoryMax * ProcessFigures.sanitizerFactor)
        server.value.stop()
        _ = tracer.ending()
        for client in ended.map(\.value) {
            try client.check(in: server.value.data)
        }
    }

    @Test(arguments: [false, true])
    func `FA14 PR3 all else goes on while the loop waits for a disk that stands still`(
        isToldToEnd: Bool
    ) throws {
        let server = try LiveServer()
        let process = server.program.processID
        let writer = try LiveClient(server.url()).joined()
        let other = try LiveClient(server.url()).joined()
        // From the second on, the loop commits: the disk is quick, and nothing queues.
        for _ in 1...3 { try writer.draw() }
        let tracer = try Strace.attach(
            to: server.program,
            ["fdatasync"],
            "fdatasync:delay_enter=120000000:when=1",
            log: server.directory.path("calls")
        )
        _ = try writer.add()
        // The kernel has stopped the thread of the loop within the call.
        let isStopped = Wait.until {
            let status = try? String(
                contentsOfFile: "/proc/\(process)/task/\(process)/status",
                encoding: .utf8
            )
            return status?.contains("State:\tt") == true
        }
        #expect(isStopped)
        for x in 1...20 {
            try other.ask { watch in
                let now = watch.now
                watch.update { $0.point(at: Presence.Cursor(x: x, y: 0), now: now) }
            }
            let isSeen = try writer.eventually { $0.others.first?.presence.cursor?.x == x }
            #expect(isSeen)
        }
        _ = try other.add()
        #expect(try [writer, other].map { try $0.ask { $0.pendingCount } } == [1, 1])
        #expect(try other.revision == 3)
        #expect(try server.request("/healthz").status == 200)
        if isToldToEnd {
            server.program.signal(SIGTERM)
            // Its patience ends, and the loop with it.
            #expect(try writer.eventually(30) { $0.lossCount > 0 })
        }
        tracer.signal(SIGKILL)
        if isToldToEnd {
            #expect(server.program.finish().ending == .exit(0))
        } else {
            #expect(try writer.settle() && other.settle())
            #expect(try [writer, other].allSatisfy { try $0.ask { $0.losses } == [] })
        }
        let log = try server.logAtEnd()
        #expect(log.edits.count == 5)
    }
}
