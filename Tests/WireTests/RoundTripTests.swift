import EmojiArt
import TestKit
import Testing
import Wire

struct RoundTripTests {
    private static let seeds: [UInt64] = Array(1...8)
    private static let variantsPerText = 60
    /// Numbers at the limits of fields.
    private static let limits = [
        0, 1, Limits.sizeMax, Limits.coordinateMax, 2 * Limits.coordinateMax, Limits.viewSideMax,
        Limits.factorMax, Limits.identifierMax, Limits.stackMax,
    ].flatMap { [$0, -$0] }

    /// The golden texts, and those of messages that they lack.
    private static func clientTexts() throws -> [String] {
        try MessageVectors.read().client.good.map(\.canonical) + [
            #"{"type":"hello","key":"00000000000000010000000000000002","token":"a.b.c"}"#,
            #"{"type":"token","token":"a.b.c"}"#,
            #"{"type":"edit","seq":9,"mark":"00000000000000ff","#
                + #""operation":{"type":"revert","revision":7}}"#,
        ]
    }

    private static func serverTexts() throws -> [String] {
        try MessageVectors.read().server.good.map(\.canonical) + [
            #"""
            {"type":"welcome","document":"a","epoch":"0000000000000001","revision":0,\#
            "chain":"0000000000000000","resumed":false,"forked":true,"member":1,"client":2,\#
            "seq":3,"counter":4,"undo":"add","redo":"move",\#
            "access":{"role":"editor","user":"ada","expires":5},\#
            "limits":{"members":1,"messages":2,"edits":3,"presence":4,"bytes":5}}
            """#,
            #"{"type":"access","role":"editor","user":"ada","expires":5}"#,
            #"""
            {"type":"edit","revision":9,"client":1,"seq":2,"time":3,"revert":5,\#
            "operation":{"type":"replace","ids":["1.2"],\#
            "emojis":[{"id":"1.1","text":"🌲","x":1,"y":2,"size":3,"z":4}],\#
            "url":null,"width":null,"height":null},"checksum":"0000000000000000"}
            """#,
        ]
    }

    /// A text without a member, with another number, or with other bytes.
    private static func variant(of text: String, _ random: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0...2, using: &random) {
        case 0:
            var parts = text.split(separator: ",")
            parts.remove(at: Int.random(in: parts.indices, using: &random))
            return Array(parts.joined(separator: ",").utf8)
        case 1:
            var text = text
            let number = text.matches(of: /-?\d+/).randomElement(using: &random)
            let limit = limits.randomElement(using: &random) ?? 0
            if let number { text.replaceSubrange(number.range, with: "\(limit)") }
            return Array(text.utf8)
        default:
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            return bytes
        }
    }

    /// Checks that what is like the texts is refused, or read as it is written.
    private static func expectRoundTrips<Message: Equatable>(
        of texts: [String],
        seed: UInt64,
        read: ([UInt8]) -> Message?,
        write: (Message) -> [UInt8]
    ) {
        var random = SplitMix64(seed: seed)
        var count = 0
        for text in texts {
            for _ in 0..<variantsPerText {
                guard let message = read(variant(of: text, &random)) else { continue }
                count += 1
                let bytes = write(message)
                let again = read(bytes)
                let rewritten = again.map(write)
                #expect(again == message, "seed \(seed): \(Messages.text(bytes))")
                #expect(rewritten == bytes, "seed \(seed): \(Messages.text(bytes))")
            }
        }
        #expect(count > 4 * texts.count)
    }

    @Test(arguments: seeds)
    func `CM8 JS10 what is like a client's message is refused, or read as it is written`(
        seed: UInt64
    ) throws {
        Self.expectRoundTrips(
            of: try Self.clientTexts(),
            seed: seed,
            read: { bytes -> ClientMessage? in
                let message = try? Messages.client(bytes)
                if case .edit(let edit)? = message, case .invalid = edit.request { return nil }
                return message
            },
            write: { $0.encoded }
        )
    }

    @Test(arguments: seeds)
    func `JS10 what is like a server's message is refused, or read as it is written`(
        seed: UInt64
    ) throws {
        Self.expectRoundTrips(
            of: try Self.serverTexts(),
            seed: seed,
            read: { bytes -> ServerMessage? in try? Messages.server(bytes) },
            write: { $0.encoded }
        )
    }

    @Test func `JS2 no message is read from a part of one`() throws {
        var decoder = MessageDecoder()
        for text in try Self.clientTexts() {
            let bytes = Array(text.utf8)
            for count in bytes.indices {
                let message = try? decoder.clientMessage(bytes.span.extracting(0..<count))
                #expect(message == nil)
            }
        }
    }

    @Test func `SM5 only the first part of a snapshot has a header`() throws {
        let position = Position(epoch: 1, revision: 2, chain: .zero)
        let header = ServerMessage.SnapshotPart.Header(of: Document(), at: position)
        let first = ServerMessage.SnapshotPart(part: 0, isLast: false, header: header, emojis: [])
        let last = ServerMessage.SnapshotPart(part: 1, isLast: true, header: nil, emojis: [])
        for part in [first, last] {
            let bytes = ServerMessage.snapshot(part).encoded
            #expect(try Messages.server(bytes) == .snapshot(part))
            #expect(Messages.text(bytes).contains("chain") == (part.header != nil))
        }
    }
}
