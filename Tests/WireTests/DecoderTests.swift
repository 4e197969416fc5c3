import EmojiArt
import Testing
import Wire

struct DecoderTests {
    private static let ping = #"{"type":"ping","number":7}"#

    @Test func `CM7 a decoder reads on after each kind of error`() throws {
        var decoder = MessageDecoder()
        let vectors = try MessageVectors.read()
        for vector in vectors.client.bad {
            let isMessage = (try? decoder.clientMessage(vector.bytes.span)) != nil
            #expect(!isMessage, "\(vector.name)")
            #expect(try decoder.clientMessage(Array(Self.ping.utf8).span) == .ping(7))
        }
        for vector in vectors.server.bad {
            let isMessage = (try? decoder.serverMessage(vector.bytes.span)) != nil
            #expect(!isMessage, "\(vector.name)")
            #expect(try decoder.clientMessage(Array(Self.ping.utf8).span) == .ping(7))
        }
    }

    @Test(arguments: ["true", "null", "[1]", "1.5"])
    func `a line's ref that is neither a number nor a text is refused`(ref: String) {
        var decoder = MessageDecoder()
        let line = Array(#"{"type":"undo","ref":\#(ref)}"#.utf8)
        #expect(throws: DecodeError.wrong("ref")) { try decoder.editLine(line.span) { nil } }
    }

    @Test func `CM1 a position has three parts or none`() {
        let parts = [
            #""epoch":"00000000000000e1""#, #""revision":1"#, #""chain":"0123456789abcdef""#,
        ]
        for choice in 1..<7 {
            let chosen = (0..<3).filter { choice >> $0 & 1 == 1 }.map { parts[$0] }
            let text = #"{"type":"hello","# + chosen.joined(separator: ",") + "}"
            guard case .missing = Messages.clientError(text) else {
                Issue.record("\(text) was read.")
                continue
            }
        }
    }

    @Test func `CM9 the first fault decides`() throws {
        // Unknown fields first, then the fields in the order of the page.
        #expect(
            try Messages.refusal(#"{"type":"move","ids":[],"dx":9e9,"dy":0,"a":1}"#)
                == .badOperation
        )
        #expect(
            try Messages.refusal(#"{"type":"move","dy":"0","dx":2000001,"ids":["1.1"]}"#)
                == .outOfRange
        )
        #expect(
            try Messages.refusal(#"{"type":"move","dy":2000001,"dx":"0","ids":["1.1"]}"#)
                == .badOperation
        )
    }

    @Test func `CM3 each refusal of a decode error has a code`() {
        let codes: [(DecodeError, RefusalCode)] = [
            (.json(""), .badOperation), (.noType, .badOperation), (.missing("a"), .badOperation),
            (.wrong("a"), .badOperation), (.unknownField("a"), .badOperation),
            (.unknownType, .unknownOperation), (.outOfRange("a"), .outOfRange),
            (.tooMany("a"), .tooMany), (.refused(.notEmoji), .notEmoji),
        ]
        for (error, code) in codes { #expect(error.refusal == code) }
    }

    @Test func `ER3 what is wrong fits a close reason`() throws {
        for vector in try MessageVectors.read().client.bad {
            let error = try #require(Messages.clientError(vector.bytes), "\(vector.name)")
            let reason = "\(CloseCode.badMessage.name): \(error.description)"
            #expect(reason.utf8.count <= 123, "\(vector.name)")
        }
    }
}
