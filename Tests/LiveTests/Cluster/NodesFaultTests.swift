import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// What becomes of edits when a broker or a node fails.
struct NodesFaultTests {
    @Test func `FA76 FA77 while no broker is there edits wait, and each counts once afterwards`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let people = try cluster.nodes.map { try LiveClient($0.url()) }
            for person in people { #expect(try person.join()) }
            for round in 1...3 {
                for person in people { _ = try person.add(3) }
                cluster.broker.kill()
                for person in people { _ = try person.add(5) }
                for node in cluster.nodes {
                    #expect(try Wait.until { try node.request("/readyz").status == 503 })
                    // What is here can be read.
                    #expect(try node.request("/documents/picnic.emojiart").status == 200)
                    #expect(try node.metrics()["emojiart_cluster_reachable"] == 0)
                }
                #expect(try people.allSatisfy { try $0.ask { $0.pendingCount >= 5 } })
                try cluster.broker.start()
                for person in people { #expect(try person.settle()) }
                for person in people {
                    #expect(try person.eventually { $0.document.emojis.count == round * 16 })
                }
                #expect(try Wait.until { try cluster.isReady() })
            }
            #expect(try people[0].document == people[1].document)
        }
    }

    @Test func `FA77 who followed a stream that is gone takes no edits, and shows what it has`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let ada = try LiveClient(cluster[0].url())
            #expect(try ada.join())
            _ = try ada.add(4)
            #expect(try ada.settle())
            cluster.broker.kill()
            try cluster.broker.wipe()
            try cluster.broker.start()
            for node in cluster.nodes {
                let told = try Wait.until {
                    let answer = try node.request("/readyz")
                    return answer.status == 503 && answer.body.contains("another stream")
                }
                #expect(told)
            }
            _ = try ada.add(1)
            #expect(try cluster[0].request("/documents/picnic.emojiart").status == 200)
            #expect(try ada.ask { $0.pendingCount == 1 && $0.document.emojis.count == 4 })
            // The next start does not take it for its own either.
            try cluster[0].crash()
            let told = try Wait.until {
                try cluster[0].request("/readyz").body.contains("another stream")
            }
            #expect(told)
        }
    }

    @Test func `FA79 a node that stood still goes on with what the others did meanwhile`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let ada = try LiveClient(cluster[0].url())
            let bob = try LiveClient(cluster[1].url())
            #expect(try ada.join() && bob.join())
            let moved = try #require(ada.add(1).first)
            #expect(try bob.eventually { $0.revision == 1 })
            for round in 1...3 {
                cluster[0].program.signal(SIGSTOP)
                _ = try ada.edit(.move(ids: [moved], dx: 1, dy: 0))
                _ = try bob.edit(.move(ids: [moved], dx: 100, dy: 0))
                #expect(try bob.settle())
                #expect(try bob.document.emojis[moved]?.x == 101 * round - 1)
                // So long that the brokers may take it for gone.
                if round == 3 { #expect(try bob.eventually { $0.others.isEmpty }) }
                cluster[0].program.signal(SIGCONT)
                try ada.ask { $0.retryNow() }
                #expect(try ada.settle())
                for person in [ada, bob] {
                    #expect(try person.eventually { $0.revision == 1 + 2 * round })
                    #expect(try person.document.emojis[moved]?.x == 101 * round)
                }
            }
            #expect(try bob.eventually { $0.others.count == 1 })
        }
    }

    @Test
    func `FA81 a node that lost its disk has all documents again, and a client goes on there`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let directory = try TemporaryDirectory()
            let transcript = directory.path("transcript")
            let key = ClientKey.fresh
            let ada = try LiveClient(cluster[0].url(), key: key, transcript: transcript)
            let bob = try LiveClient(cluster[1].url())
            #expect(try ada.join() && bob.join())
            _ = try ada.add(10)
            #expect(try ada.settle())
            // Its edits are on their way, or not, when its node and itself are gone.
            _ = try ada.add(10)
            cluster[0].program.signal(SIGKILL)
            _ = cluster[0].program.ending()
            ada.kill()
            let again = try LiveClient(cluster[1].url(), key: key, transcript: transcript)
            #expect(try again.settle())
            #expect(try bob.eventually { $0.document.emojis.count == 20 })
            try FileManager.default.removeItem(atPath: cluster[0].data)
            try cluster[0].restart()
            #expect(try Wait.until { try cluster.isReady() })
            let files = try cluster.nodes.map {
                try $0.request("/documents/picnic.emojiart").body
            }
            #expect(files[0] == files[1])
            let late = try LiveClient(cluster[0].url())
            #expect(try late.join())
            _ = try late.add(1)
            #expect(try bob.eventually { $0.document.emojis.count == 21 })
        }
    }
}
