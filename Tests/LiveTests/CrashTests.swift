import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// Two clients at work while the server is killed again and again.
struct CrashTests {
    private static let editsEach = 1_000
    private static let kills = 10

    @Test func `FA2 SY1 SY2 SY13 TN6 ten kills lose no answered edit and double none`() throws {
        let seed = Seeds.only
        let server = try LiveServer()
        let file = try server.directory.write(AppFiles.year2023, to: "picnic.emojiart")
        #expect(try server.emojiart("import", [file]).ending == .exit(0))
        let eye = try LiveClient(server.url(), key: nil)
        #expect(try eye.join())
        let start = try eye.revision
        let writers = try TwoWriters(on: server, edits: Self.editsEach, seed: seed)

        var random = SplitMix64(seed: seed)
        // Of the answers that both have got together: the server dies with others under way.
        var moments = (0..<Self.kills).map { _ in Int.random(in: 20..<1_900, using: &random) }
        moments.sort(by: >)
        let isDone = try Wait.until {
            try writers.feed()
            if let moment = moments.last, try writers.answerCount >= moment {
                moments.removeLast()
                try server.crash()
            }
            return try writers.isDone
        }
        #expect(isDone, "seed \(seed)")
        #expect(moments.isEmpty)
        let answers = try writers.finish()
        // Who is away when the other's last edits come is told of them when it has come back.
        let end = start + answers.count { $0.revision != nil }
        #expect(try writers.hand.eventually { $0.revision == end })
        #expect(try eye.eventually { $0.revision == end })

        try expectSameEverywhere(server, writers.hand, eye)
        let told = try eye.ask { $0.edits }
        // Ascending, and without gaps but where it was away for so long that it got a snapshot.
        let steps = zip([start] + told.map(\.revision), told.map(\.revision)).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 1 })
        #expect(try steps.count { $0 > 1 } <= eye.ask { $0.snapshotCount - 1 })
        writers.hand.stop()
        eye.stop()
        server.stop()
        let log = try StoredLog(directory: server.data)
        #expect(log.breaks.isEmpty, "\(log.breaks)")
        let stored = log.edits
        #expect(stored.count == end)
        // What was told before a kill is there after it.
        #expect(told.allSatisfy { stored[$0.revision - 1].isEdit($0.seq, of: $0.client) })
        let revisions = answers.compactMap(\.revision)
        for answer in answers {
            guard let revision = answer.revision else { continue }
            #expect(stored[revision - 1].isEdit(answer.seq, of: answer.client), "\(answer)")
        }
        #expect(Set(revisions).count == revisions.count)
        #expect(revisions.count == stored.count - start)
    }

    /// Both replicas, a fresh join, and the export show one document.
    private func expectSameEverywhere(
        _ server: LiveServer,
        _ hand: LiveClient,
        _ eye: LiveClient
    ) throws {
        let document = try hand.document
        let fresh = try LiveClient(server.url(), key: nil)
        #expect(try fresh.join())
        for other in [eye, fresh] {
            #expect(try other.document.checksum == document.checksum)
            #expect(try other.document.drawingOrder == document.drawingOrder)
            #expect(try other.document.background == document.background)
            #expect(try other.ask { $0.divergenceCount } == 0)
        }
        #expect(try hand.ask { $0.divergenceCount } == 0)
        let line = try server.emojiart("watch", ["--once"]).output.first ?? "null"
        let checksum = try JSONLine(line)["checksum"]?.string
        #expect(checksum.map { UInt64($0, radix: 16) } == document.checksum.bits)
        let exported = try EmojiArtFile.read(server.export())
        let shown = document.drawingOrder
        #expect(exported.background == document.background)
        #expect(exported.emojis.map(\.text) == shown.map(\.text))
        #expect(exported.emojis.map(\.x) == shown.map(\.x))
        #expect(exported.emojis.map(\.y) == shown.map(\.y))
        #expect(exported.emojis.map(\.size) == shown.map(\.size))
        #expect(shown.count > 7)
    }
}
