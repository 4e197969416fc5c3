import EmojiArt
import Foundation
import TestKit
import Testing

/// An order in several streams, each of which may have another leader.
struct NodesStreamsTests {
    private static let options = ["--cluster-streams", "3"]

    /// The last place of each stream, as a node says.
    private func lastPlaces(_ node: LiveServer) throws -> [Int] {
        let report = try JSONLine(try node.ask("GET", "/admin/cluster").body)
        let streams = try #require(report["streams"]?.array)
        return streams.compactMap { $0["last"]?.integer }
    }

    @Test func `documents are dealt out to streams, and all nodes find them there`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2, Self.options)
            let names = (1...24).map { "picnic-\($0)" }
            for (index, name) in names.enumerated() {
                let writer = try LiveClient(cluster[index % 2].url(name))
                #expect(try writer.join())
                _ = try writer.add(index % 3 + 1)
                #expect(try writer.settle())
            }
            for (index, name) in names.enumerated() {
                let reader = try LiveClient(cluster[(index + 1) % 2].url(name), key: nil)
                #expect(try reader.join())
                #expect(try reader.eventually { $0.document.emojis.count == index % 3 + 1 })
            }
            // None of them has all; that one of 24 has none is one chance in five thousand.
            let places = try lastPlaces(cluster[0])
            #expect(places.count == 3 && places.allSatisfy { $0 > 0 }, "\(places)")
            // A node goes on where it was in each of them, and a new one begins with all.
            cluster[1].stop()
            try cluster[1].restart()
            let new = try cluster.add(Self.options)
            try cluster.waitUntilReady()
            for node in cluster.nodes {
                let last = try LiveClient(node.url(names[5]), key: nil)
                #expect(try last.join())
                #expect(try last.eventually { $0.document.emojis.count == 3 })
            }
            // Who is told of another number finds nothing where it looks, and says so.
            new.stop()
            new.options[new.options.count - 1] = "2"
            try new.restart()
            let says = "The cluster has 3 streams"
            #expect(try Wait.until { try new.request("/readyz").body.contains(says) })
        }
    }

    @Test func `FA77 one stream of several that is lost is given back, and the others stay`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2, Self.options)
            var writers: [LiveClient] = []
            var before = [0]
            // Chance deals the documents out: until each stream has some.
            while writers.count < 9 || before.contains(0), writers.count < 100 {
                let number = writers.count + 1
                let writer = try LiveClient(cluster[number % 2].url("picnic-\(number)"))
                #expect(try writer.join())
                _ = try writer.add(2)
                #expect(try writer.settle())
                writers.append(writer)
                before = try lastPlaces(cluster[0])
            }
            cluster.broker.kill()
            try cluster.broker.forget("EMOJIART_2")
            try cluster.broker.start()
            try cluster.giveBackLostStream()
            for writer in writers {
                try writer.ask { $0.retryNow() }
                _ = try writer.add(1)
                #expect(try writer.settle())
                #expect(try writer.document.emojis.count == 3)
            }
            let after = try lastPlaces(cluster[0])
            #expect(after[0] > before[0] && after[2] > before[2] && after[1] > 0)
            for index in 1...writers.count {
                let path = "/documents/picnic-\(index).emojiart"
                let files = try cluster.nodes.map { try $0.request(path).body }
                #expect(files[0] == files[1])
            }
        }
    }
}
