import EmojiArt
import Foundation
import TestKit
import Testing

/// Documents that go from one store to another.
@Suite(.aside) struct TransferTests {
    private static let paths = [
        "/documents/picnic.emojiart", "/documents/picnic/edits", "/documents/picnic.svg?at=7",
        "/documents/lake.emojiart",
    ]

    @Test func `SV15 SY28 documents go to several servers with all they have, and back`() throws {
        let directory = try TemporaryDirectory()
        let alone = try LiveServer(on: directory)
        let client = try LiveClient(alone.url("picnic")).joined()
        try client.draw(300)
        let other = try LiveClient(alone.url("pond")).joined()
        try other.draw(3)
        #expect(try alone.request("/documents/pond?name=lake", method: "POST").status == 204)
        let kept = try alone.request(
            "/documents/lake/background",
            method: "PUT",
            sending: SamplePicture.png()
        )
        let url = try #require(try JSONLine(kept.body)["url"]?.string)
        let picture = "/documents/lake/background/\(try #require(BackgroundURL(url)?.digest))"
        #expect(try alone.command("freeze", "lake").ending == .exit(0))
        let before = try Self.paths.map { try alone.request($0).body }
        alone.stop()
        _ = try client.add(2)
        let backup = directory.path("moved.sqlite")
        #expect(try alone.command("backup", backup).ending == .exit(0))

        let cluster = try LiveCluster(2) { postgres in
            let store = postgres.address(schema: "public")
            let run = try Program.server(["restore", backup, "--store", store])
            #expect(run.output.sorted() == ["lake: revision 3", "picnic: revision 300"])
            // Nothing is put over documents that are there.
            let again = try Program.server(["restore", backup, "--store", store])
            #expect(again.ending == .exit(73), "\(again.errors)")
            #expect(
                "\(again.errors)".contains("has documents") && !"\(again.errors)".contains(":a")
            )
        }
        for (path, body) in zip(Self.paths, before) {
            for answer in try cluster.answers(to: path) {
                #expect(answer == "200 \(body)", "\(path)")
            }
        }
        for answer in try cluster.answers(to: picture) { #expect(answer.hasPrefix("200 ")) }
        let frozen = try cluster.servers[0].metrics()["emojiart_documents_frozen"]
        #expect(frozen == 1)
        // Who knew it under its former name finds it.
        #expect(try cluster.client(1, "pond").document.emojis.count == 3)
        let member = try cluster.client(0)
        try member.draw(5)
        let store = cluster.postgres.address(schema: "public")
        let back = directory.path("back.sqlite")
        let run = try Program.server(["backup", back, "--store", store])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try Program.server(["verify", back]).ending == .exit(0))
        let after = try Self.paths.map { try cluster.servers[1].request($0).body }
        let busy = try Program.server(["restore", back, "--store", store])
        #expect(busy.ending == .exit(75), "\(busy.errors)")

        let data = directory.path("again")
        #expect(try Program.server(["restore", back, "--data", data]).ending == .exit(0))
        let last = try LiveServer(["--data", data], on: directory)
        #expect(try Self.paths.map { try last.request($0).body } == after)
    }
}
