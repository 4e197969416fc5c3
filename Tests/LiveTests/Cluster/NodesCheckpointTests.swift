import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// Nodes that lack what the brokers have let go of.
struct NodesCheckpointTests {
    /// Edits for about two checkpoints.
    private func work(_ person: LiveClient) throws {
        for _ in 0..<45 {
            let ids = try person.add(100)
            for _ in 0..<3 { _ = try person.edit(.move(ids: ids, dx: 1, dy: 0)) }
            #expect(try person.settle())
            _ = try person.edit(.delete(ids: Array(ids.dropFirst(2))))
        }
        #expect(try person.settle())
    }

    @Test
    func `FA81 a node that was away, and a new one, go on from what others left`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let key = ClientKey.fresh
            let ada = try LiveClient(cluster[0].url(), key: key)
            let bob = try LiveClient(cluster[1].url())
            #expect(try ada.join() && bob.join())
            _ = try bob.add(3)
            _ = try ada.add(1)
            #expect(try ada.settle() && bob.settle())
            cluster[1].program.signal(SIGKILL)
            _ = cluster[1].program.ending()
            for _ in 0..<3 { try work(ada) }
            let left = try cluster[0].metrics()["emojiart_cluster_checkpoints_left_total"]
            #expect(left ?? 0 >= 3)
            _ = try bob.add(2)
            try cluster[1].restart()
            try bob.ask { $0.retryNow() }
            #expect(try bob.settle())
            #expect(try ada.eventually { $0.document.emojis.count == 4 + 270 + 2 })
            #expect(try ada.document == bob.document)
            let taken = "emojiart_cluster_checkpoints_taken_total"
            #expect(try cluster[1].metrics()[taken] == 1)
            // Whoever edited elsewhere is known here: what can be undone, and what was answered.
            let node = try cluster.add()
            ada.stop()
            let again = try LiveClient(node.url(), key: key)
            #expect(try again.join())
            #expect(try again.eventually { $0.document.emojis.count == 276 })
            #expect(try node.metrics()[taken] == 1)
            let count = try again.document.emojis.count
            try again.ask { watch in _ = watch.update { $0.edit(.walk(.undo)) } }
            #expect(try again.settle())
            #expect(try bob.eventually { $0.document.emojis.count == count + 98 })
            for node in cluster.nodes {
                node.stop()
                #expect(try Program.server("verify", node.data).ending == .exit(0))
            }
        }
    }
}
