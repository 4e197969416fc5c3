import EmojiArt
import TestKit
import Testing
import Wire

struct RoundTripTests {
    private static let seeds: [UInt64] = Array(1...8)
    private static let messagesPerSeed = 1_000

    @Test(arguments: seeds)
    func `JS10 a client's message is read as it was written`(seed: UInt64) throws {
        var random = RandomMessages(seed: seed)
        var decoder = MessageDecoder()
        for _ in 0..<Self.messagesPerSeed {
            let message = random.clientMessage()
            let bytes = message.encoded
            let read = try decoder.clientMessage(bytes.span)
            #expect(read == message, "seed \(seed): \(Messages.text(bytes))")
            #expect(read.encoded == bytes)
        }
    }

    @Test(arguments: seeds)
    func `JS10 a server's message is read as it was written`(seed: UInt64) throws {
        var random = RandomMessages(seed: seed)
        var decoder = MessageDecoder()
        for _ in 0..<Self.messagesPerSeed {
            let message = random.serverMessage()
            let bytes = message.encoded
            let read = try decoder.serverMessage(bytes.span)
            #expect(read == message, "seed \(seed): \(Messages.text(bytes))")
            #expect(read?.encoded == bytes)
        }
    }

    @Test(arguments: seeds)
    func `CM8 bytes that were changed are read or refused and never crash`(seed: UInt64) {
        var random = RandomMessages(seed: seed)
        var noise = SplitMix64(seed: seed)
        var decoder = MessageDecoder()
        for _ in 0..<Self.messagesPerSeed {
            var bytes = random.clientMessage().encoded
            for _ in 0..<Int.random(in: 1...4, using: &noise) {
                let place = bytes.indices.randomElement(using: &noise) ?? 0
                bytes[place] = UInt8.random(in: 0...255, using: &noise)
            }
            guard let message = try? decoder.clientMessage(bytes.span) else { continue }
            if case .edit(_, .invalid) = message { continue }
            #expect((try? decoder.clientMessage(message.encoded.span)) == message)
        }
    }

    @Test(arguments: seeds)
    func `JS2 no message is read from a part of one`(seed: UInt64) {
        var random = RandomMessages(seed: seed)
        var decoder = MessageDecoder()
        for _ in 0..<20 {
            let bytes = random.clientMessage().encoded
            for count in 0..<bytes.count {
                let message = try? decoder.clientMessage(bytes.span.extracting(0..<count))
                #expect(message == nil)
            }
        }
    }

    @Test func `JS12 only what JSON demands is escaped`() throws {
        for name in ["\"\\", "/", "é\u{301}", "\u{2603}\u{FE0F}", "<&>'"] {
            let bytes = ClientMessage.hello(.init(name: name)).encoded
            #expect(try Messages.client(bytes) == .hello(.init(name: name)))
        }
        let code = "a\u{1f}\n\"b"
        let text = Messages.text(ServerMessage.refused(seq: 1, code: code).encoded)
        #expect(text == #"{"type":"refused","seq":1,"code":"a\u001f\u000a\"b"}"#)
        #expect(try Messages.server(text) == .refused(seq: 1, code: code))
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
