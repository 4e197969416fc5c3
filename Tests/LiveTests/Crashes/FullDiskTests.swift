import Foundation
import TestKit
import Testing

/// A real server on a real file system without room.
@Suite(.aside) struct FullDiskTests {
    /// A server on a small disk, and a client whose first edits were answered.
    private static func begin() throws -> (disk: SmallDisk, LiveServer, SweepClient) {
        let disk = try SmallDisk(megabytes: 8)
        let server = try LiveServer(under: disk.tracer, on: disk.directory)
        var client = SweepClient(bytes: 20_000)
        try client.begin(on: server, 20)
        return (disk, server, client)
    }

    /// Makes edits until the disk is full and the server says so.
    private static func fill(
        _ disk: SmallDisk,
        _ server: LiveServer,
        _ client: inout SweepClient
    ) throws {
        try disk.fill()
        for _ in 1...30 {
            let isSent = client.send()
            #expect(isSent)
        }
        #expect(try Wait.until { try server.request("/healthz").status == 503 })
        #expect(try server.request("/readyz").body.contains("disk is full"))
        // Some went where others were that SQLite has committed.
        let isRead = client.takeThoseSent()
        #expect(isRead && client.answers.count < client.sent)
    }

    private static func check(_ disk: SmallDisk, _ client: SweepClient) throws {
        let copy = try disk.copyOut()
        let stored = try client.check(in: copy.path("data"))
        #expect(stored.edits.count == client.accepted.count)
    }

    /// Whoever looks on sees the others' cursors.
    private static func seesCursor(_ viewer: RawSocket, at x: Int) -> Bool {
        while let message = viewer.readMessage("presence") {
            let members = message["members"]?.array ?? []
            if members.contains(where: { $0["cursor"]?["x"]?.integer == x }) { return true }
        }
        return false
    }

    @Test func `FA8 CM11 CN26 HT1 HT20 edits wait for room, all else goes on, and then all count`()
        throws
    {
        var (disk, server, client) = try Self.begin()
        let (viewer, _) = try server.join()
        let (idler, _) = try server.join(key: 2)
        var other = SweepClient(document: "other")
        try other.begin(on: server, 2)
        other.disconnect()
        try Self.fill(disk, server, &client)
        // No answer comes before the pong, and whoever only looks is served.
        #expect(client.answersPing())
        let (_, welcome) = try server.join("other")
        #expect((welcome["revision"]?.integer ?? 0) == 2)
        #expect(try server.request("/documents/other.svg").status == 200)
        #expect(try server.request("/documents").status == 200)
        // A member whose own edits wait is still until they are answered.
        idler.sendText(
            #"{"type":"presence","selection":[],"cursor":{"x":31,"y":4},"gesture":null}"#
        )
        #expect(Self.seesCursor(viewer, at: 31))
        // A newcomer sees what is stored, and the edits that wait when they are stored.
        let (newcomer, look) = try server.join(key: 77)
        let shown = try #require(look["revision"]?.integer)
        #expect(look["client"]?.integer == 3)
        #expect(newcomer.readMessage("snapshot")?["revision"]?.integer == shown)
        try disk.free()
        let isSettled = client.settle()
        #expect(isSettled)
        let last = try #require(try server.join().1["revision"]?.integer)
        #expect(0 < shown && shown < last)
        for revision in shown + 1...last {
            #expect(newcomer.readMessage("edit")?["revision"]?.integer == revision)
        }
        #expect(try Wait.until { try server.request("/healthz").status == 200 })
        let goesOn = client.make(5)
        #expect(goesOn)
        client.disconnect()
        server.stop()
        let log = server.program.errors.wholeLines() ?? []
        #expect(log.count { $0.contains("disk full: edits wait for space") } == 1, "\(log)")
        #expect(log.count { $0.contains("no edits wait any more") } == 1, "\(log)")
        try Self.check(disk, client)
    }

    @Test func `FA8 SY13 a server that is told to end while its disk is full says what to do`()
        throws
    {
        var (disk, server, client) = try Self.begin()
        try Self.fill(disk, server, &client)
        server.program.signal(SIGTERM)
        let run = server.program.finish()
        #expect(run.ending == .exit(70))
        let line = run.errors.last ?? ""
        #expect(line.contains("free some disk space, and start again"), "\(run.errors)")
        // On the full disk it serves what there is, and the edits go on waiting.
        try server.restart()
        let isBack = client.connect(to: server)
        #expect(isBack)
        try disk.free()
        let goesOn = client.resend() && client.make(5)
        #expect(goesOn)
        client.disconnect()
        server.stop()
        try Self.check(disk, client)
    }

    @Test func `CN25 FA89 below the reserve edits wait, all can look, and all goes on again`()
        throws
    {
        let disk = try SmallDisk(megabytes: 16)
        let server = try LiveServer(
            ["--disk-reserve-mebibytes", "6"],
            under: disk.tracer,
            on: disk.directory
        )
        let (member, _) = try server.join(key: 1)
        member.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(member.readMessage("edit")?["revision"]?.integer == 1)
        try disk.fill(leaving: 4 << 20)
        #expect(try Wait.until { try server.request("/readyz").status == 503 })
        #expect(try server.request("/readyz").body.contains("nearly full"))
        // It is not refused: it waits at its client, and uses up no seq.
        member.sendText(LiveServer.add(seq: 2, id: "1.2"))
        let (newcomer, look) = try server.join(key: 2)
        #expect(look["revision"]?.integer == 1)
        newcomer.sendText(LiveServer.add(seq: 1, id: "2.1"))
        let (_, viewed) = try server.join()
        #expect(viewed["revision"]?.integer == 1)
        let creator = try server.greet(key: 3, on: "another")
        let close = creator.readClose()
        #expect(close?.code == 1013 && close?.reason.contains("nearly full") == true)
        try disk.free()
        #expect(member.readClose()?.code == 1012 && newcomer.readClose()?.code == 1012)
        let (again, welcome) = try server.join(key: 1)
        #expect(welcome["seq"]?.integer == 1)
        again.sendText(LiveServer.add(seq: 2, id: "1.2"))
        #expect(again.readMessage("edit")?["revision"]?.integer == 2)
        #expect(try server.request("/readyz").status == 200)
        server.stop()
        let log = server.program.errors.wholeLines() ?? []
        #expect(log.count { $0.contains("disk nearly full: edits wait") } == 1, "\(log)")
    }
}
