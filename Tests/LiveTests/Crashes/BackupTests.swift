import EmojiArt
import Foundation
import TestKit
import Testing

/// Backups that were put in place of what came after them.
@Suite(.aside) struct BackupTests {
    /// The clients know revision 20; the backup has 10 edits, and these more when they come back.
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
        let writer = try LiveClient(place.url()).joined()
        let eye = try LiveClient(place.url(), key: nil).joined()
        #expect(try writer.add(10).count == 10)
        #expect(try writer.settle())
        server.stop()
        try FileManager.default.copyItem(atPath: server.data, toPath: backup.path("data"))
        try server.restart()
        let lost = try writer.add(10)
        #expect(lost.count == 10)
        #expect(try writer.settle())
        #expect(try eye.eventually { $0.revision == 20 })
        place.proxy.refuse(true)
        server.stop()
        #expect(try writer.eventually { !$0.isLive } && eye.eventually { !$0.isLive })
        // Made while no server is there, on top of what the backup does not have.
        let pending = try writer.add(3)
        #expect(pending.count == 3)
        let snapshots = try [writer, eye].map { try $0.ask { $0.snapshotCount } }
        try FileManager.default.removeItem(atPath: server.data)
        try FileManager.default.copyItem(atPath: backup.path("data"), toPath: server.data)
        try server.restart()
        let other = try LiveClient(server.url()).joined()
        #expect(try other.add(meanwhile).count == meanwhile)
        #expect(try other.settle())
        place.proxy.refuse(false)
        for client in [writer, eye] { try client.ask { $0.retryNow() } }
        #expect(try writer.settle())
        let end = try writer.revision
        #expect(end == 10 + meanwhile + 3)
        #expect(try eye.eventually { $0.revision == end && $0.isLive })
        #expect(try writer.ask { $0.failure } == nil)
        let fresh = try LiveClient(server.url(), key: nil).joined()
        for (client, before) in zip([writer, eye], snapshots) {
            #expect(try client.document.checksum == fresh.document.checksum)
            #expect(try client.ask { $0.divergenceCount } == 0)
            #expect(try client.ask { $0.snapshotCount } == before + 1)
        }
        #expect(try fresh.document.emojis.count == 13 + meanwhile)
        #expect(try writer.add(2).count == 2)
        #expect(try writer.settle())
        let log = try server.logAtEnd()
        #expect(log.edits.count == 15 + meanwhile)
        let added = log.edits.flatMap { ($0.operation.emojis ?? []).compactMap(\.id) }
        for id in pending { #expect(added.count { $0 == "\(id)" } == 1) }
        // What the backup did not have is gone, as the operator wanted it.
        #expect(lost.allSatisfy { !added.contains("\($0)") })
    }
}
