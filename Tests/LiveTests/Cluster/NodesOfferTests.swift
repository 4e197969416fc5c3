import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// Documents that a server takes along into a cluster and out of it, and what nodes give back to
/// brokers that have lost it.
struct NodesOfferTests {
    /// Waits until a node serves.
    private func file(_ node: LiveServer, _ name: String = "picnic") throws -> String {
        try node.request("/documents/\(name).emojiart").body
    }

    @Test func `a server becomes a node with its documents, and serves alone again`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(1)
            let alone = try LiveServer(isPlain: true)
            let key = ClientKey.fresh
            let ada = try LiveClient(alone.url(), key: key)
            #expect(try ada.join())
            _ = try ada.add(5)
            let other = try LiveClient(alone.url("cats"))
            #expect(try other.join())
            _ = try other.add(2)
            #expect(try ada.settle() && other.settle())
            // Another document of the cluster has one of the names.
            let bob = try LiveClient(cluster[0].url("cats"))
            #expect(try bob.join())
            _ = try bob.add(1)
            #expect(try bob.settle())
            let before = try file(alone)
            alone.stop()
            let arguments = ["--cluster", cluster.broker.url, "--cluster-replicas", "1"]
            let refused = try Program.server(
                "serve",
                "--data",
                alone.data,
                "--cluster",
                cluster.broker.url
            )
            #expect(refused.ending == .exit(78))
            #expect(refused.errors.contains { $0.contains("cluster adopt") })
            let adopted = try Program.server("cluster", "adopt", "--data", alone.data)
            #expect(adopted.ending == .exit(0))
            alone.options += arguments
            try alone.restart()
            #expect(try Wait.until { try alone.request("/readyz").status == 200 })
            // It is on every node, and goes on with what was answered and can be undone.
            #expect(try Wait.until { try file(cluster[0]) == before })
            ada.stop()
            let again = try LiveClient(cluster[0].url(), key: key)
            #expect(try again.join())
            try again.ask { watch in _ = watch.update { $0.edit(.walk(.undo)) } }
            #expect(try again.settle())
            #expect(try again.document.emojis.count == 4)
            #expect(try Wait.until { try file(alone) == file(cluster[0]) })
            let names = try alone.request("/documents").body
            #expect(names.contains("\"cats-"))
            #expect(try bob.document.emojis.count == 1)
            // And out again.
            let status = try alone.command("cluster", "status")
            #expect(status.ending == .exit(0))
            #expect(status.output.contains { $0.contains("(this)") })
            let report = try alone.ask("GET", "/admin/cluster").body
            #expect(try JSONLine(report)["nodes"]?.array?.count == 2)
            #expect(try alone.command("cluster", "offer").ending == .exit(0))
            alone.stop()
            let left = try Program.server("cluster", "leave", "--data", alone.data)
            #expect(left.ending == .exit(0))
            alone.options.removeLast(arguments.count)
            try alone.restart()
            #expect(try file(alone) == file(cluster[0]))
            let late = try LiveClient(alone.url())
            #expect(try late.join())
            _ = try late.add(1)
            #expect(try late.settle())
        }
    }

    @Test func `FA77 what a broker lost with its store is given back by the nodes, once`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let keys = [ClientKey.fresh, ClientKey.fresh]
            let people = try zip(cluster.nodes, keys).map { try LiveClient($0.url(), key: $1) }
            for person in people { #expect(try person.join()) }
            for _ in 0..<5 {
                for person in people { _ = try person.add(3) }
            }
            for person in people { #expect(try person.settle()) }
            for person in people {
                #expect(try person.eventually { $0.document.emojis.count == 30 })
            }
            let before = try file(cluster[0])
            cluster.broker.kill()
            try cluster.broker.wipe()
            try cluster.broker.start()
            _ = try people[0].add(1)
            try cluster.giveBackLostStream()
            for person in people {
                try person.ask { $0.retryNow() }
                #expect(try person.settle())
                #expect(try person.eventually { $0.document.emojis.count == 31 })
            }
            let after = try cluster.nodes.map { try file($0) }
            #expect(after[0] == after[1] && after[0] != before)
            let new = try cluster.add()
            #expect(try Wait.until { try file(new) == after[0] })
        }
    }

    @Test
    func `FA80 what brokers lost of the end of the stream is given back by who has it, once`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let ada = try LiveClient(cluster[0].url())
            let bob = try LiveClient(cluster[1].url())
            #expect(try ada.join() && bob.join())
            _ = try ada.add(4)
            _ = try bob.add(4)
            #expect(try ada.settle() && bob.settle())
            #expect(try ada.eventually { $0.revision == 8 })
            // The second node does not see what is lost.
            let copy = try cluster.broker.copy()
            cluster[1].program.signal(SIGKILL)
            _ = cluster[1].program.ending()
            _ = try ada.add(6)
            #expect(try ada.settle())
            cluster.broker.kill()
            try cluster.broker.restore(copy)
            try cluster.broker.start()
            try cluster[1].restart()
            // The stream may be as long again by now, with what the second node puts in it: then
            // the document alone is not what it was.
            let told = try Wait.until {
                try cluster[0].request("/readyz").body.contains("have lost the end")
                    || cluster[0].metrics()["emojiart_cluster_documents_broken"] == 1
            }
            #expect(told)
            // Who knows no more than the brokers goes on.
            try bob.ask { $0.retryNow() }
            _ = try bob.add(2)
            #expect(try bob.settle())
            let run = try cluster[0].command("cluster", "offer")
            #expect(run.ending == .exit(0), "\(run.errors)")
            #expect(run.output.first?.contains("lacked 6 edits") == true)
            try cluster.waitUntilReady()
            for person in [ada, bob] {
                try person.ask { $0.retryNow() }
                #expect(try person.settle())
                #expect(try person.eventually { $0.document.emojis.count == 16 })
            }
            #expect(try ada.document == bob.document)
            #expect(try file(cluster[0]) == file(cluster[1]))
            for node in cluster.nodes {
                node.stop()
                #expect(try Program.server("verify", node.data).ending == .exit(0))
            }
        }
    }
}
