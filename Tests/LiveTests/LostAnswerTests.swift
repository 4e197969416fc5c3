import Foundation
import TestKit
import Testing
import WebSockets
import Wire

/// What the server has made durable and could not tell.
@Suite(.aside) struct LostAnswerTests {
    @Test func `FA17 SY7 another edit with a mark that was answered changes nothing`() throws {
        let server = try LiveServer()
        let (socket, _) = try server.join(key: 1)
        socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(socket.readMessage("edit")?["revision"]?.integer == 1)
        socket.sendText(
            #"{"type":"edit","seq":1,"mark":"0000000000000001","#
                + #""operation":{"type":"delete","ids":["1.1"]}}"#
        )
        #expect(socket.readMessage("answers", "edit")?.type == "answers")
        socket.sendText(LiveServer.add(seq: 2, id: "1.2"))
        #expect(socket.readMessage("edit")?["revision"]?.integer == 2)
        let state = try server.emojiart("watch", ["--once"]).output.first ?? ""
        #expect(try JSONLine(state)["emojis"]?.array?.count == 2)
    }

    @Test func `FA67 CN11 a member whose network is gone leaves, and comes back by itself`() throws
    {
        let place = try ProxiedServer(["--ping-seconds", "4"])
        var limits = ClientLimits()
        (limits.pingIntervalSeconds, limits.idleTimeoutSeconds) = (4, 6)
        let eye = try LiveClient(place.server.url(), key: nil).joined()
        let victim = try LiveClient(place.url(), limits: limits).joined()
        #expect(try eye.eventually { $0.others.count == 1 })
        // It may be back, under another number, before the server has missed it.
        let number = try #require(try victim.ask { $0.member })
        let clock = ContinuousClock()
        let start = clock.now
        // No end is told of it, and nothing comes through.
        for direction in FaultDirection.allCases {
            place.proxy.arm(FaultStep(direction, .swallow(nil)))
        }
        #expect(try victim.add().count == 1)
        #expect(try eye.eventually(45) { !$0.memberNumbers.contains(number) })
        let left = clock.now - start
        #expect(left < .seconds(12))
        // The client's own pings have no answer: it connects anew, and its edit counts once.
        #expect(try victim.eventually(45) { $0.lossCount > 0 && $0.isSynced })
        let back = clock.now - start
        #expect(try eye.eventually { $0.revision == 1 && $0.others.count == 1 })
        #expect(place.proxy.counts.swallowedBytes > 100)
        print("FA67: gone for others after \(left), back after \(back)")
    }

    /// The bytes of the head that a client sends to a port of as many digits as a proxy's.
    private static func upgradeBytes() throws -> Int {
        let listener = try #require(RawListener())
        let client = try LiveClient(
            "ws://127.0.0.1:\(listener.port)/documents/picnic",
            goesOnOffline: true
        )
        defer { client.kill() }
        let head = try #require(listener.accept()?.readHead())
        return head.utf8.count + 4
    }

    @Test(arguments: [5, 45, 85])
    func `ER8 FA20 the late hello of a connection that was given up ends nobody's session`(
        bytes: Int
    ) throws {
        let place = try ProxiedServer()
        let key = ClientKey.fresh
        let client = try LiveClient(place.url(), key: key).joined()
        // So that the document stays while nobody is there.
        #expect(try client.add().count == 1)
        #expect(try client.settle())
        // The upgrade passes; of the hello that follows it the rest comes when the client has
        // joined on another connection: the server then takes that one for the older.
        let whole = try Self.upgradeBytes() + bytes
        place.proxy.script([FaultStep(.up, after: whole, .orphan(nil))])
        place.proxy.closeAll()
        #expect(try client.add().count == 1)
        #expect(try client.settle())
        place.proxy.release()
        #expect(try client.eventually { $0.lossCount == 3 || $0.failure != nil })
        #expect(place.proxy.counts.orphans == 1)
        #expect(try client.add().count == 1)
        #expect(try client.eventually { $0.isSynced || $0.failure != nil })
        #expect(try client.ask { $0.failure } == nil)
        #expect(try client.revision == 3)
        // Another one with its key, which no lost hello explains, still ends it.
        let other = try LiveClient(place.server.url(), key: key).joined()
        #expect(try client.eventually { $0.failure != nil })
        #expect(try other.ask { $0.lossCount } == 0)
    }
}
