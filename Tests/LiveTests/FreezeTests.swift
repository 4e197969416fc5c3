import EmojiArt
import Sync
import TestKit
import Testing

/// Documents that an operator freezes.
struct FreezeTests {
    @Test func `CN20 edits of a frozen document wait at their clients, and count once afterwards`()
        throws
    {
        let server = try LiveServer()
        let clients = try (0..<3).map { _ in try LiveClient(server.url()) }
        let other = try LiveClient(server.url("lake"))
        for client in clients + [other] { #expect(try client.join()) }
        for client in clients { _ = try client.add(10) }
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 30 })
        }
        #expect(try server.command("freeze", "picnic").ending == .exit(0))
        #expect(try server.command("freeze", "picnic").ending == .exit(0))
        _ = try clients[0].add(10)
        _ = try clients[1].add(300)
        let path = #"emojiart_edits_total{outcome="frozen"}"#
        #expect(try Wait.until { try server.metrics()[path] ?? 0 >= 266 })
        // All else goes on: presence, pings, newcomers, other documents, files.
        let viewer = try LiveClient(server.url(), key: nil).joined()
        #expect(try viewer.eventually { $0.others.count == 3 && $0.revision == 30 })
        #expect(try clients[2].eventually { $0.others.count == 3 && $0.isSynced })
        try other.draw(5)
        #expect(try server.request("/documents/picnic.svg").status == 200)
        for client in clients {
            #expect(try client.ask { $0.lossCount } == 0)
            #expect(try client.revision == 30)
        }
        #expect(try clients[1].ask { $0.pendingCount } == 300)
        #expect(try server.metrics()["emojiart_documents_frozen"] == 1)
        #expect(try server.command("unfreeze", "picnic").ending == .exit(0))
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 340 })
        }
        // Who did nothing meanwhile was not sent away.
        #expect(try clients[2].ask { $0.lossCount } == 0)
        #expect(try viewer.eventually { $0.revision == 340 })
        let log = try server.logAtEnd()
        #expect(log.edits.count == 340)
        #expect(Set(log.edits.map { [$0.client, $0.seq] }).count == 340)
    }

    @Test func `CN20 HT21 a document stays frozen when the server is killed, and keeps its name`()
        throws
    {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        try client.draw(3)
        #expect(try server.command("freeze", "picnic").ending == .exit(0))
        try server.crash()
        #expect(try client.eventually { $0.isLive && $0.isSynced })
        _ = try client.add(2)
        let path = "/documents/picnic"
        #expect(try server.request(path, method: "DELETE").status == 423)
        #expect(try server.request("\(path)?name=lake", method: "POST").status == 423)
        #expect(try server.command("delete", "picnic").ending == .exit(75))
        let run = try server.command("rename", "picnic", "lake")
        #expect(run.ending == .exit(75))
        #expect(run.errors.joined().contains("unfreeze"), "\(run.errors)")
        #expect(try server.command("freeze", "nowhere").ending == .exit(66))
        // Also one that is not in memory is known to be frozen.
        #expect(try server.command("close", "picnic").ending == .exit(0))
        #expect(try client.eventually { $0.isLive && $0.pendingCount == 2 })
        #expect(try server.command("list").output.last?.contains("frozen") == true)
        #expect(try client.revision == 3)
        #expect(try server.command("unfreeze", "picnic").ending == .exit(0))
        #expect(try client.eventually { $0.isSynced && $0.revision == 5 })
        #expect(try server.request(path, method: "DELETE").status == 204)
    }
}
