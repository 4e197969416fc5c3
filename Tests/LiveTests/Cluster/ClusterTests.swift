import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// Several servers of one store, as people and programs see them.
@Suite(.serialized, .aside) struct ClusterTests {
    /// Expects that clients have come to a revision, have the same, and see each other.
    private static func expect(
        _ clients: [LiveClient],
        at revision: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for client in clients {
            let isThere = try client.eventually { watch in
                watch.revision == revision && watch.others.count == clients.count - 1
            }
            #expect(isThere, sourceLocation: sourceLocation)
            let isSame = try client.document == clients[0].document
            #expect(isSame, sourceLocation: sourceLocation)
        }
    }

    @Test func `SV1 SV9 SV10 members of one document at any servers are together`() throws {
        let cluster = try LiveCluster(3)
        let clients = try (0..<6).map { try cluster.client($0 % 3) }
        #expect(try cluster.owner() == 0)
        for client in clients { try client.draw(5) }
        for client in clients {
            #expect(try client.eventually { $0.revision == 30 && $0.others.count == 5 })
            #expect(try client.document == clients[0].document)
            #expect(try client.ask { $0.lossCount } == 0)
        }
        // One who leaves is gone everywhere.
        clients[5].stop()
        #expect(try clients[1].eventually { $0.others.count == 4 })
        #expect(try clients[0].eventually { $0.others.count == 4 })
        // Who comes late gets a state, and who comes back gets edits.
        let late = try cluster.client(2)
        #expect(try late.eventually { $0.revision == 30 })
    }

    @Test func `SV5 SV6 files, lists, names and pictures are the same at each server`() throws {
        let cluster = try LiveCluster(3)
        let client = try cluster.client(1)
        try client.draw(20)
        let paths = [
            "/documents", "/documents/picnic.svg", "/documents/picnic.emojiart",
            "/documents/picnic/history", "/documents/picnic/edits",
            "/documents/picnic.svg?at=7",
        ]
        for path in paths {
            let answers = try cluster.answers(to: path)
            #expect(Set(answers).count == 1 && answers[0].hasPrefix("200 "), "\(path) \(answers)")
        }
        // A picture goes to the server that has the document, whoever is asked.
        let image = SamplePicture.png()
        let kept = try cluster.servers[2]
            .request("/documents/picnic/background", method: "PUT", sending: image)
        #expect(kept.status == 201)
        let url = try #require(try JSONLine(kept.body)["url"]?.string)
        let digest = try #require(BackgroundURL(url)?.digest)
        for answer in try cluster.answers(to: "/documents/picnic/background/\(digest)") {
            #expect(answer.hasPrefix("200 "))
        }
        // What an operator says of a document is said to its server.
        for word in ["freeze", "inspect", "close"] {
            let refused = try cluster.servers[0].command(word, "picnic")
            #expect(refused.ending != .exit(0), "\(word)")
            #expect("\(refused.errors)".contains("http://127.0.0.1:\(cluster.links[1].port)"))
        }
        #expect(try cluster.servers[1].command("freeze", "picnic").ending == .exit(0))
        _ = try client.add(1)
        let member = try cluster.client(0)
        _ = try member.add(1)
        for server in cluster.servers {
            #expect(try Wait.until { try server.metrics()["emojiart_documents_frozen"] == 1 })
        }
        #expect(try cluster.servers[1].command("unfreeze", "picnic").ending == .exit(0))
        #expect(try client.settle() && member.settle())
        #expect(try member.eventually { $0.revision == 22 })
        // A new name, and the end of the document, by a server that has it not.
        let renamed = try cluster.servers[0].request("/documents/picnic?name=lake", method: "POST")
        #expect(renamed.status == 204)
        #expect(try member.settle() && client.settle())
        _ = try member.add(1)
        #expect(try client.eventually { $0.revision == 23 })
        for answer in try cluster.answers(to: "/documents") {
            #expect(answer.contains(#""name":"lake","revision":23"#), "\(answer)")
        }
        let deleted = try cluster.servers[0].request("/documents/lake", method: "DELETE")
        #expect(deleted.status == 204)
        #expect(try member.eventually { $0.failure != nil })
        for answer in try cluster.answers(to: "/documents") { #expect(answer == "200 []\n") }
    }

    @Test func `SV3 SV11 FA94 documents of a server that is killed go on at the others`() throws {
        let cluster = try LiveCluster(3)
        let clients = try (0..<3).map { try cluster.client($0) }
        for client in clients { try client.draw(10) }
        #expect(try cluster.owner() == 0)
        cluster.servers[0].kill()
        let start = ContinuousClock.now
        try clients[1].draw(1)
        let gap = start.duration(to: .now)
        #expect(gap < .seconds(5), "\(gap)")
        // Presence is true at once.
        #expect(try clients[1].eventually(2) { $0.others.count == 1 })
        // Undo goes back to before the take-over.
        let emojis = try clients[1].document.emojis.count
        for count in 1...2 {
            _ = try clients[1].ask { watch in watch.update { $0.edit(.walk(.undo)) } }
            #expect(try clients[1].settle())
            #expect(try clients[1].document.emojis.count == emojis - count)
        }
        #expect(try clients[2].eventually { $0.revision == 33 && $0.others.count == 1 })
        // It comes back, and finds its documents at another.
        try cluster.servers[0].restart()
        #expect(try clients[0].settle())
        try clients[0].draw(1)
        for client in clients { #expect(try client.eventually { $0.revision == 34 }) }
        #expect(try cluster.owner() != 0)
    }

    @Test func `SV2 SV4 FA94 a server that stands still says nothing false`() throws {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(10)
        try there.draw(10)
        cluster.servers[0].program.signal(SIGSTOP)
        _ = try here.add(5)
        try there.draw(5)
        #expect(try cluster.owner() == 1)
        cluster.servers[0].program.signal(SIGCONT)
        #expect(try here.settle())
        try Self.expect([here, there], at: 30)
        #expect(cluster.servers[0].log.contains { $0.contains("document lost") })
    }

    @Test func `SV16 a server that stood still lets nobody in to what it had`() throws {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(3)
        let late = try cluster.servers[0].open()
        cluster.servers[0].program.signal(SIGSTOP)
        // It is read when the server goes on, before the server hears of its loss.
        late.sendText(LiveServer.hello())
        try there.draw(5)
        cluster.servers[0].program.signal(SIGCONT)
        #expect(late.readMessage("welcome")?["revision"]?.integer == 8)
    }

    @Test func `SV7 a server that is drained hands its documents over at once`() throws {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(10)
        _ = try there.add(200)
        cluster.servers[0].program.signal(SIGTERM)
        let start = ContinuousClock.now
        #expect(try there.eventually { $0.isSynced && $0.revision == 210 })
        try there.draw(1)
        let gap = start.duration(to: .now)
        #expect(gap < .seconds(2), "\(gap)")
        #expect(try cluster.owner() == 1)
        #expect(cluster.servers[0].program.ending() == .exit(0))
    }

    @Test func `SV8 edits wait while PostgreSQL is away, and nobody is sent away`() throws {
        let cluster = try LiveCluster(2)
        let clients = try (0..<2).map { try cluster.client($0) }
        for client in clients { try client.draw(10) }
        try cluster.postgres.kill()
        for client in clients { _ = try client.add(5) }
        for server in cluster.servers {
            #expect(try Wait.until { try server.request("/readyz").status == 503 })
        }
        try cluster.postgres.start()
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 30 })
            #expect(try client.ask { $0.losses } == [])
        }
        for server in cluster.servers {
            #expect(try Wait.until { try server.request("/readyz").status == 200 })
        }
    }

    @Test func `SV17 FA97 a server says why edits wait while PostgreSQL could lose them`() throws {
        let cluster = try LiveCluster(2)
        let clients = try (0..<2).map { try cluster.client($0) }
        for client in clients { try client.draw(10) }
        func expectCause() throws {
            for server in cluster.servers {
                let isSaid = try Wait.until {
                    let answer = try server.request("/readyz")
                    return answer.status == 503 && answer.body.contains("has fsync = off")
                        && answer.body.contains("set it to on")
                }
                #expect(isSaid)
            }
        }
        try cluster.postgres.run("ALTER SYSTEM SET fsync = off")
        try cluster.postgres.run("SELECT pg_reload_conf()")
        try expectCause()
        for client in clients { _ = try client.add(5) }
        // Nor does a server end when it has to connect again.
        try cluster.postgres.kill()
        try cluster.postgres.start()
        try expectCause()
        #expect(try clients.allSatisfy { try !$0.ask { $0.isSynced } })
        try cluster.postgres.run("ALTER SYSTEM RESET fsync")
        try cluster.postgres.run("SELECT pg_reload_conf()")
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 30 })
            #expect(try client.ask { $0.losses } == [])
        }
        for server in cluster.servers {
            #expect(try Wait.until { try server.request("/readyz").status == 200 })
            #expect(server.log.contains { $0.contains("commits not durable: edits wait") })
        }
    }

    @Test func `SV8 FA90 a server ends while commits wait for a standby, and says so`() throws {
        let cluster = try LiveCluster(2)
        let client = try cluster.client(0)
        try client.draw(1)
        try cluster.addStandby()
        cluster.standby?.signal(SIGSTOP)
        _ = try client.add(1)
        let isWaiting = try Wait.until {
            try cluster.servers[0].metrics()["emojiart_journal_queued_entries"] == 1
        }
        #expect(isWaiting)
        for server in cluster.servers { server.program.signal(SIGTERM) }
        // The one with an edit that nobody was told of says so; the other has nothing to say.
        #expect(cluster.servers[0].program.ending() == .exit(70))
        #expect(cluster.servers[0].log.contains { $0.contains("failed to commit") })
        #expect(cluster.servers[1].program.ending() == .exit(0))
        cluster.standby?.signal(SIGCONT)
        for server in cluster.servers { try server.restart() }
        #expect(try client.settle())
        try Self.expect([client], at: 2)
    }

    @Test func `SV8 FA96 members of a server that alone is cut off go on at the others`() throws {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(10)
        try there.draw(10)
        cluster.ways[0].refuse(true)
        cluster.ways[0].closeAll()
        _ = try here.add(5)
        // It is sent away, as another would take it in.
        #expect(try here.eventually { $0.lossCount > 0 })
        try there.draw(1)
        #expect(try cluster.owner() == 1)
        cluster.ways[0].refuse(false)
        #expect(try here.settle())
        try Self.expect([here, there], at: 26)
    }

    @Test func `FA93 SM14 what a standby lacked that was promoted is an alarm, and is not shown`()
        throws
    {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(5)
        #expect(try there.eventually { $0.revision == 5 })
        try cluster.postgres.copy()
        // As if the standby had fallen behind here.
        try here.draw(3)
        try there.draw(2)
        let late = try cluster.client(1, "late")
        try late.draw(4)
        try cluster.postgres.promoteCopy()
        for client in [here, there, late] {
            _ = try client.add(1)
            #expect(try client.settle())
            #expect(try client.ask { $0.historyCount } == 1)
            #expect(try client.ask { $0.divergenceCount } == 0)
        }
        try Self.expect([here, there], at: 7)
        try Self.expect([late], at: 1)
        let words = "lacks the last"
        #expect(cluster.servers.allSatisfy { server in server.log.contains { $0.contains(words) } })
    }

    @Test func `SV13 FA95 links that are cut, stalled or slow lose nothing`() throws {
        let cluster = try LiveCluster(2)
        let (here, there) = (try cluster.client(0), try cluster.client(1))
        try here.draw(1)
        for round in 1...3 {
            _ = try there.add(50)
            _ = try here.add(50)
            cluster.links[0].closeAll()
            #expect(try here.settle() && there.settle())
            try Self.expect([here, there], at: 1 + 100 * round)
        }
        // Nothing comes through one way, and nothing is refused either.
        var revision = 301
        for direction in FaultDirection.allCases {
            cluster.links[0].arm(FaultStep(direction, .swallow(nil)))
            _ = try there.add(20)
            try here.draw(20)
            #expect(try there.settle())
            revision += 40
            try Self.expect([here, there], at: revision)
        }
        cluster.links[0].closeAll()
        cluster.links[0].storm(FaultStorm(seed: 7))
        _ = try there.add(200)
        _ = try here.add(200)
        #expect(try there.settle() && here.settle())
        cluster.links[0].storm(nil)
        cluster.links[0].closeAll()
        try Self.expect([here, there], at: revision + 400)
    }

    @Test func `SV12 SV14 a server that does not know the secret is refused`() throws {
        let cluster = try LiveCluster(1)
        let socket = try #require(
            RawSocket(port: cluster.servers[0].port, timeoutSeconds: Int(Wait.seconds))
        )
        socket.send(cluster.servers[0].handshake("/servers"))
        #expect(socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true)
        #expect(socket.readFrame()?.text.hasPrefix("challenge ") == true)
        socket.sendText("hello 1 " + String(repeating: "0", count: 64))
        let close = try #require(socket.readClose())
        #expect(close.code == 4403 && close.reason.contains("the secret"), "\(close)")
        #expect(Wait.until { cluster.servers[0].log.contains { $0.contains("link ended") } })
    }
}
