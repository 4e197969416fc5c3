import EmojiArt
import Foundation
import Testing
import Wire

@testable import PageCore
@testable import Sync

/// What a page is told of its document, in JSON.
struct PageReplicaTests {
    private struct News: Decodable {
        struct Effect: Decodable {
            let type: String
        }
        /// Id, text, x, y, size and place of each emoji, one after the other.
        struct Put: Decodable {
            var ids: [String] = []
            var places: [Int] = []

            private struct Place: Decodable {
                init(from decoder: any Decoder) {}
            }

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                while !values.isAtEnd {
                    ids.append(try values.decode(String.self))
                    _ = try values.decode(String.self)
                    places.append(try values.decode(Int.self))
                    for _ in 0..<2 { _ = try values.decode(Int.self) }
                    _ = try values.decode(Place.self)
                }
            }
        }
        var effects: [Effect]?
        var removed: [String]?
        var put: Put?
        var kept: [String]?
    }

    private static let identity = #"{"key":"00000000000000000000000000000004","name":"Ada"}"#

    private static func page() throws -> PageReplica {
        let made = PageReplica(Array(identity.utf8).span)
        let page = try #require(made)
        page.replica.connected()
        welcome(page)
        return page
    }

    /// Welcomes a client that has used this many seqs and counters.
    private static func welcome(_ page: PageReplica, isResumed: Bool = false, used count: Int = 0) {
        let welcome = ServerMessage.Welcome(
            document: "cats",
            position: .start(of: 1),
            isResumed: isResumed,
            member: 1,
            client: 4,
            seq: count,
            counter: count
        )
        page.replica.receive(ServerMessage.welcome(welcome).encoded.span)
    }

    private static func receive(_ document: Document, _ page: PageReplica) {
        let place = Position.start(of: 1)
        for part in ServerMessage.SnapshotPart.parts(of: document, at: place) {
            page.replica.receive(part.span)
        }
    }

    private static func news(_ page: PageReplica) throws -> News? {
        let bytes = page.news()
        return bytes.isEmpty ? nil : try JSONDecoder().decode(News.self, from: Data(bytes))
    }

    @Test func `a large document is told in parts, and an edit of it alone`() throws {
        let page = try Self.page()
        var document = Document()
        for start in stride(from: 1, through: 2_400, by: 400) {
            let new = try (start..<start + 400).map { counter in
                NewEmoji(
                    id: try #require(EmojiID("9.\(counter)")),
                    text: try EmojiText("🐸"),
                    x: 0,
                    y: 0,
                    size: 40
                )
            }
            _ = try document.apply(.add(new))
        }
        Self.receive(document, page)
        var counts: [Int] = []
        while let news = try Self.news(page) { counts.append(news.put?.ids.count ?? 0) }
        #expect(counts == [1_000, 1_000, 400])
        _ = page.edit(Array(#"{"type":"move","ids":["9.7"],"dx":5,"dy":0}"#.utf8).span)
        let news = try #require(try Self.news(page))
        #expect(news.put?.ids == ["9.7"] && news.put?.places == [5] && news.removed == nil)
        #expect(news.effects?.map(\.type) == ["send"])
        #expect(try Self.news(page) == nil)
    }

    @Test func `TC12 what is kept leads another page to the same edits`() throws {
        let page = try Self.page()
        Self.receive(Document(), page)
        let add = #"{"type":"add","emojis":[{"text":"🐸","x":1,"y":2}]}"#
        #expect(
            String(decoding: page.edit(Array(add.utf8).span), as: UTF8.self) == #"{"ids":["4.1"]}"#
        )
        let news = try #require(try Self.news(page))
        let kept = try #require(news.kept)
        let made = PageReplica(Array(Self.identity.utf8).span)
        let other = try #require(made)
        #expect(other.restore(kept.joined(separator: "\n")) == kept.count)
        let (one, two) = (page.replica.pendingEdits, other.replica.pendingEdits)
        #expect(one.map(\.request) == two.map(\.request) && one.map(\.mark) == two.map(\.mark))
    }

    @Test func `PR3 a signal that is known already is not shared again`() throws {
        let page = try Self.page()
        Self.receive(Document(), page)
        while try Self.news(page) != nil {}
        let view = #""view":{"x":1,"y":2,"width":30,"height":40}"#
        for (number, patch) in [#""activity":"idle""#, view].enumerated() {
            let message = Array(#"{"type":"presence",\#(patch)}"#.utf8)
            let now = UInt64(1_000 * (2 * number + 1))
            #expect(page.share(message.span, now: now) == nil)
            #expect(try Self.news(page)?.effects?.map(\.type) == ["send"])
            #expect(page.share(message.span, now: now + 1_000) == nil)
            #expect(try Self.news(page) == nil)
        }
        #expect(page.share(Array(#"{"type":"ping","number":1}"#.utf8).span, now: 0) != nil)
    }
}
