import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// What members on several nodes see of each other.
struct NodesPresenceTests {
    @Test func `PR9 a drag is seen on another node, and ends with its edit`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let hand = try LiveClient(cluster[0].url(), name: "Hand")
            let eye = try LiveClient(cluster[1].url(), name: "Eye")
            #expect(try hand.join() && eye.join())
            #expect(try eye.eventually { $0.others.map(\.identity.name) == ["Hand"] })
            #expect(try hand.eventually { $0.others.map(\.identity.name) == ["Eye"] })
            let emoji = try #require(hand.add().first)
            for round in 1...20 {
                try hand.ask { watch in
                    watch.update {
                        $0.gesture(.move(ids: [emoji], dx: round, dy: 0), now: watch.now)
                    }
                }
                let last = Presence.Gesture.move(ids: [emoji], dx: round, dy: 0)
                #expect(try eye.eventually { $0.others.first?.presence.gesture == last })
                try hand.ask { watch in _ = watch.update { $0.endGesture(now: watch.now) } }
                #expect(try eye.eventually { $0.revision == round + 1 })
                #expect(try eye.ask { $0.others.first?.presence.gesture == nil })
            }
            #expect(try eye.document.emojis[emoji]?.x == 210)
        }
    }

    @Test func `PR6 members who join on two nodes at once see each other`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let names = (1...20).map { "room-\($0)" }
            let keys = [ClientKey.fresh, ClientKey.fresh]
            // The first time they get their numbers, and the second time they are in at once.
            for _ in 1...2 {
                let people = try names.map { name in
                    try zip(cluster.nodes, keys).map { try LiveClient($0.url(name), key: $1) }
                }
                for pair in people {
                    for person in pair {
                        #expect(try person.eventually(10) { $0.others.count == 1 })
                    }
                }
                for pair in people { for person in pair { try person.ask { $0.leave() } } }
                #expect(
                    try Wait.until {
                        try cluster.nodes.allSatisfy { try $0.metrics()["emojiart_members"] == 0 }
                    }
                )
            }
        }
    }

    @Test func `PR6 members leave with their node, be it killed or ended`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(3)
            let people = try cluster.nodes.enumerated().map {
                try LiveClient($1.url(), name: "\($0)")
            }
            for person in people { #expect(try person.join()) }
            for person in people {
                #expect(try person.eventually { $0.others.count == 2 })
            }
            // The client comes back when its node does, and is one member all the while.
            cluster[0].stop()
            #expect(try people[1].eventually { $0.others.count == 1 })
            try cluster[0].restart()
            try people[0].ask { $0.retryNow() }
            #expect(try people[1].eventually { $0.others.count == 2 })
            cluster[1].program.signal(SIGKILL)
            for index in [0, 2] {
                #expect(try people[index].eventually { $0.others.count == 1 })
            }
            _ = cluster[1].program.ending()
            try cluster[1].restart()
            try people[1].ask { $0.retryNow() }
            for person in people {
                #expect(try person.eventually { $0.others.count == 2 })
            }
        }
    }

    @Test func `SY19 CN21 a client is connected to one node, and can be sent away from another`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let (first, welcome) = try cluster[0].join(key: 7)
            let number = try #require(welcome["client"]?.integer)
            let eye = try LiveClient(cluster[1].url())
            #expect(try eye.join())
            #expect(try eye.eventually { $0.others.map(\.identity.client) == [number] })
            // The newer connection counts, wherever it is.
            let (second, again) = try cluster[1].join(key: 7)
            #expect(again["client"]?.integer == number)
            #expect(first.readClose()?.code == 4411)
            #expect(try eye.eventually { $0.others.map(\.identity.client) == [number] })
            let watcher = try LiveClient(cluster[0].url())
            #expect(try watcher.join())
            #expect(try watcher.eventually { $0.others.count == 2 })
            let member = try watcher.ask { watch in
                watch.memberNumbers.first { number in
                    watch.identity(of: number)?.client == 1
                }
            }
            let kicked = try #require(member)
            #expect(try cluster[0].command("kick", "picnic", "\(kicked)").ending == .exit(0))
            #expect(second.readClose()?.code == 4410)
            #expect(try watcher.eventually { $0.others.count == 1 })
            #expect(try eye.eventually { $0.others.count == 1 })
        }
    }
}
