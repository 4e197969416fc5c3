import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// Several nodes, which look from outside like one server.
struct NodesTests {
    @Test func `members on three nodes edit one document, and each node has it after a crash`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster()
            let people = try cluster.nodes.map { try LiveClient($0.url()) }
            for person in people { #expect(try person.join()) }
            for _ in 0..<10 {
                for person in people { _ = try person.add(2) }
            }
            for person in people { #expect(try person.settle()) }
            for person in people {
                #expect(try person.eventually { $0.document.emojis.count == 60 })
            }
            let sums = try people.map { try $0.document.checksum }
            #expect(Set(sums).count == 1)
            for node in cluster.nodes { try node.crash() }
            #expect(Wait.until { (try? cluster.isReady()) == true })
            let files = try cluster.nodes.map {
                try $0.request("/documents/picnic.emojiart").body
            }
            #expect(Set(files).count == 1 && files[0].count > 1_000)
        }
    }

    @Test func `HT18 HT19 CN20 names change on all nodes`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2)
            let ada = try LiveClient(cluster[0].url("cats"))
            let bob = try LiveClient(cluster[1].url("cats"))
            #expect(try ada.join() && bob.join())
            _ = try ada.add(1)
            #expect(try ada.settle())
            #expect(try bob.eventually { $0.document.emojis.count == 1 })
            #expect(try cluster[1].command("freeze", "cats").ending == .exit(0))
            #expect(try Wait.until { try cluster[0].metrics()["emojiart_documents_frozen"] == 1 })
            #expect(try cluster[0].command("unfreeze", "cats").ending == .exit(0))
            #expect(try Wait.until { try cluster[1].metrics()["emojiart_documents_frozen"] == 0 })
            #expect(try cluster[1].command("rename", "cats", "tigers").ending == .exit(0))
            // They follow the document to its new name, by themselves.
            _ = try ada.add(1)
            #expect(try ada.settle())
            #expect(try bob.eventually { $0.document.emojis.count == 2 })
            #expect(
                try Wait.until {
                    try cluster.nodes.allSatisfy {
                        try $0.request("/documents/cats.emojiart").status == 404
                            && $0.request("/documents/tigers.emojiart").status == 200
                    }
                }
            )
            #expect(try cluster[0].command("delete", "tigers").ending == .exit(0))
            #expect(
                try Wait.until {
                    try cluster[1].request("/documents/tigers.emojiart").status == 404
                }
            )
        }
    }

    @Test func `HT12 HT13 a picture that one node was sent is had by all that show it`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(3)
            let people = try cluster.nodes.prefix(2).map { try LiveClient($0.url()) }
            for person in people { #expect(try person.join()) }
            let path = "/documents/picnic/background"
            let image = ImageTests.png(bytes: 1_300_000)
            let answer = try cluster[0].request(path, method: "PUT", sending: image)
            #expect(answer.status == 201)
            let url = try #require(try JSONLine(answer.body)["url"]?.string)
            let background = try #require(BackgroundURL(url))
            let digest = try #require(background.digest)
            _ = try people[0].edit(.background(.url(background)))
            #expect(try people[1].eventually { $0.revision == 1 })
            // The second node shows the document and has fetched it by itself, the third one asks.
            func isHere(_ index: Int) throws -> Bool {
                let address = "http://127.0.0.1:\(cluster[index].port)\(path)/\(digest)"
                return try Data(contentsOf: #require(URL(string: address))) == Data(image)
            }
            #expect(Wait.until { cluster[1].storedBytes > image.count })
            cluster[0].stop()
            #expect(try isHere(1))
            #expect(try isHere(2))
            let nobodys = String(repeating: "0", count: 64)
            #expect(try cluster[1].request("\(path)/\(nobodys)").status == 404)
        }
    }

    @Test func `HT19 nodes of several loops share documents and names, and end in good order`()
        async throws
    {
        try await Aside.run {
            let cluster = try TestCluster(2, ["--loops", "3"])
            let names = (1...9).map { "room-\($0)" }
            let people = try names.map { name in
                try cluster.nodes.map { try LiveClient($0.url(name)) }
            }
            for pair in people {
                for person in pair { #expect(try person.join()) }
                for person in pair { _ = try person.add(2) }
            }
            for (name, pair) in zip(names, people) {
                for person in pair {
                    #expect(try person.settle())
                    #expect(try person.eventually { $0.document.emojis.count == 4 })
                    #expect(try person.eventually { $0.others.count == 1 })
                }
                #expect(try cluster[1].command("rename", name, "\(name)-new").ending == .exit(0))
                _ = try pair[0].add(1)
                #expect(try pair[1].eventually { $0.document.emojis.count == 5 })
                #expect(try cluster[1].command("freeze", "\(name)-new").ending == .exit(0))
            }
            let frozen = try Wait.until {
                try cluster[0].metrics()["emojiart_documents_frozen"] == 9
            }
            #expect(frozen)
            for node in cluster.nodes { node.stop() }
        }
    }

    @Test func `one of two who make a document at once finds that of the other`() async throws {
        try await Aside.run {
            let cluster = try TestCluster(2)
            for number in 0..<20 {
                let name = "room-\(number)"
                let ada = try LiveClient(cluster[0].url(name))
                let bob = try LiveClient(cluster[1].url(name))
                #expect(try ada.join() && bob.join())
                _ = try ada.add(1)
                _ = try bob.add(1)
                #expect(try ada.settle() && bob.settle())
                #expect(try ada.eventually { $0.document.emojis.count == 2 })
                #expect(try bob.eventually { $0.document.emojis.count == 2 })
            }
        }
    }
}

extension LiveServer {
    /// What its files hold, in bytes.
    fileprivate var storedBytes: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
        return names.reduce(0) { sum, name in
            let file = try? FileManager.default.attributesOfItem(atPath: data + "/" + name)
            return sum + (file?[.size] as? Int ?? 0)
        }
    }
}
