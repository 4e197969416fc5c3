import EmojiArt
import Foundation
import TestKit
import Testing

/// A writer and one who looks on, behind a proxy, and a server that is set back behind them.
///
/// They know revision 20, the backup has 10 edits, and the writer makes 3 while no server is there.
struct SetBack {
    let place: ProxiedServer
    let writer: LiveClient
    let eye: LiveClient
    /// The emojis that the backup does not have, and those that no server has yet.
    let lost: [EmojiID]
    let pending: [EmojiID]

    var server: LiveServer { place.server }
    var clients: [LiveClient] { [writer, eye] }

    init(at place: ProxiedServer, backUp: () throws -> Void) throws {
        self.place = place
        writer = try LiveClient(place.url()).joined()
        eye = try LiveClient(place.url(), key: nil).joined()
        try writer.draw(10)
        try backUp()
        lost = try writer.draw(10)
        #expect(try eye.eventually { $0.revision == 20 })
        place.proxy.refuse(true)
        place.server.stop()
        #expect(try writer.eventually { !$0.isLive } && eye.eventually { !$0.isLive })
        pending = try writer.add(3)
        #expect(pending.count == 3)
    }

    /// Lets both back to the server, which then has that many edits and nobody has otherwise.
    func comeBack(to revision: Int) throws {
        place.proxy.refuse(false)
        for client in clients { try client.ask { $0.retryNow() } }
        #expect(try writer.settle())
        #expect(try writer.revision == revision)
        #expect(try eye.eventually { $0.revision == revision && $0.isLive })
        #expect(try writer.ask { $0.failure } == nil)
        let fresh = try LiveClient(server.url(), key: nil).joined()
        for client in clients {
            #expect(try client.document.checksum == fresh.document.checksum)
            #expect(try client.ask { $0.divergenceCount } == 0)
        }
    }

    /// Makes two more edits, ends the server, and looks at what it has stored.
    func end(count: Int) throws {
        try writer.draw(2)
        let log = try server.logAtEnd()
        #expect(log.edits.count == count)
        let added = log.edits.flatMap { ($0.operation.emojis ?? []).compactMap(\.id) }
        for id in pending { #expect(added.count { $0 == "\(id)" } == 1) }
        // What the backup did not have is gone, as the operator wanted it.
        #expect(lost.allSatisfy { !added.contains("\($0)") })
    }
}

/// Backups that were put in place of what came after them.
@Suite(.aside) struct BackupTests {
    /// The edits that others make before the clients come back.
    ///
    /// With 15 the server is ahead of them, with 10 it is at the same revision of another history,
    /// with none they know more.
    @Test(arguments: [15, 10, 0])
    func `FA12 SY16 a backup put in place of what came after it forks nobody`(
        meanwhile: Int
    ) throws {
        let place = try ProxiedServer()
        let server = place.server
        let backup = try TemporaryDirectory()
        let play = try SetBack(at: place) {
            server.stop()
            try FileManager.default.copyItem(atPath: server.data, toPath: backup.path("data"))
            try server.restart()
        }
        let snapshots = try play.clients.map { try $0.ask { $0.snapshotCount } }
        try FileManager.default.removeItem(atPath: server.data)
        try FileManager.default.copyItem(atPath: backup.path("data"), toPath: server.data)
        try server.restart()
        let other = try LiveClient(server.url()).joined()
        try other.draw(meanwhile)
        try play.comeBack(to: 10 + meanwhile + 3)
        for (client, before) in zip(play.clients, snapshots) {
            #expect(try client.ask { $0.snapshotCount } == before + 1)
        }
        #expect(try play.writer.document.emojis.count == 13 + meanwhile)
        try play.end(count: 15 + meanwhile)
    }
}
