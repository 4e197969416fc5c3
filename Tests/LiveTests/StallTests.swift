import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import WebSockets
import Wire

/// Networks, servers and readers that stop for a while.
@Suite(.aside) struct StallTests {
    @Test func `FA66 CN14 a reader that stops for a moment misses nothing`() throws {
        let place = try ProxiedServer()
        let slow = try LiveClient(place.url(), key: nil).joined()
        let writer = try LiveClient(place.server.url()).joined()
        place.proxy.arm(FaultStep(.down, .stall(nil)))
        // The writer waits for nobody.
        try writer.draw(1_000)
        #expect(try slow.revision == 0)
        place.proxy.heal()
        #expect(try slow.eventually { $0.revision == 1_000 })
        let (losses, revisions) = try slow.ask { ($0.lossCount, $0.edits.map(\.revision)) }
        #expect(losses == 0)
        #expect(revisions == Array(1...1_000))
    }

    @Test func `FA66 CN14 SY15 a reader that was closed for its slowness resumes`() throws {
        let place = try ProxiedServer(["--stall-seconds", "3"])
        let slow = try LiveClient(place.url(), key: nil).joined()
        let writer = try LiveClient(place.server.url()).joined()
        #expect(try writer.eventually { $0.others.count == 1 })
        place.proxy.arm(FaultStep(.down, .stall(nil)))
        for number in 1...16 { try writer.editLargely(number) }
        #expect(try writer.settle())
        // More than the kernel holds for it: the server waits 3 seconds, and the others see it
        // leave.
        #expect(try writer.eventually(30) { $0.others.isEmpty })
        place.proxy.heal()
        #expect(try slow.eventually { $0.revision == 16 && $0.isLive })
        #expect(try slow.ask { $0.divergenceCount } == 0)
        #expect(try writer.eventually { $0.others.count == 1 })
        #expect(try slow.document.checksum == writer.document.checksum)
    }

    /// After 1 s all others are there; after some more they have given their connections up.
    @Test(arguments: [false, true])
    func `FA73 a server that is stopped for seconds goes on where it was`(isLong: Bool) throws {
        let server = try LiveServer()
        var limits = ClientLimits()
        (limits.pingIntervalSeconds, limits.idleTimeoutSeconds) = isLong ? (1, 2) : (20, 30)
        let eye = try LiveClient(server.url(), key: nil, limits: limits)
        let writer = try LiveClient(server.url(), limits: limits)
        var guest: RawSocket? = try server.join(key: 9).0
        #expect(guest != nil)
        #expect(try eye.join() && writer.join())
        #expect(try eye.eventually { $0.others.count == 2 })
        _ = try writer.add(50)
        server.program.signal(SIGSTOP)
        _ = try writer.add(50)
        guest = nil
        let pause = ContinuousClock.now + .seconds(isLong ? 3 : 1)
        let isPast = try Wait.until {
            let areLost = try [eye, writer].allSatisfy { try $0.ask { $0.lossCount } > 0 }
            return ContinuousClock.now > pause && areLost == isLong
        }
        #expect(isPast)
        let told = try eye.revision
        server.program.signal(SIGCONT)
        let start = ContinuousClock.now
        #expect(try writer.settle())
        #expect(try eye.eventually { $0.revision == 100 && $0.isLive })
        let time = ContinuousClock.now - start
        print("FA73: 100 edits answered \(time) after a pause of \(isLong ? 3 : 1) s")
        #expect(told < 100)
        // The others see that the guest has gone, and nobody else.
        #expect(try eye.eventually { $0.others.count == 1 })
        #expect(try eye.ask { $0.edits.map(\.revision) } == Array(1...100))
        #expect(try writer.ask { $0.acknowledged.count } == 100)
        #expect(try writer.ask { $0.acknowledged.values.allSatisfy { $0.count == 1 } })
        // Nobody is sent away for less than the limits say.
        for client in isLong ? [] : [eye, writer] {
            #expect(try client.ask { $0.losses } == [])
        }
        let log = try server.logAtEnd()
        #expect(log.edits.map(\.seq) == Array(1...100))
    }

    @Test func `FA30 SY12 SY26 ten thousand edits without a server arrive in order, once each`()
        throws
    {
        let place = try ProxiedServer()
        let file = place.server.directory.path("picnic.log")
        let writer = try LiveClient(place.url(), transcript: file).joined()
        let emoji = try #require(try writer.add().first)
        #expect(try writer.settle())
        place.proxy.refuse(true)
        place.proxy.closeAll()
        #expect(try writer.eventually { $0.lossCount > 0 })
        try writer.ask { watch in
            for step in 1...10_000 {
                let move = EmojiArt.Operation.move(ids: [emoji], dx: 1, dy: step)
                _ = watch.update { $0.edit(.operation(move)) }
            }
        }
        #expect(try writer.ask { $0.pendingCount } == 10_000)
        // Broken again on the way, with most of it still to go.
        place.proxy.script([FaultStep(.up, after: 200_000, .reset)])
        let start = ContinuousClock.now
        place.proxy.refuse(false)
        try writer.ask { $0.retryNow() }
        #expect(try writer.settle())
        print("FA30: 10,000 edits answered \(ContinuousClock.now - start) after reconnecting")
        let document = try writer.document
        #expect(document.emojis[emoji]?.x == 10_000)
        // Beyond the bounds the rest of a move is cut off.
        #expect(document.emojis[emoji]?.y == 1_000_000)
        #expect(try writer.ask { $0.acknowledged.values.allSatisfy { $0.count == 1 } })
        writer.stop()
        #expect(place.proxy.counts.cuts == 1)
        let log = try place.server.logAtEnd()
        #expect(log.edits.map(\.seq) == Array(1...10_001))
    }
}
