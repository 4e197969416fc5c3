import EmojiArt
import Testing
import Wire

/// Each limit that a decoder knows, at its edge and one beyond.
struct LimitTests {
    private static let ping = #"{"type":"ping","number":1}"#

    @Test func `LM2 bytes of a client's message`() {
        let most = Limits.messageBytesMax
        let padding = String(repeating: " ", count: most - Self.ping.utf8.count)
        #expect(Messages.clientError(Self.ping + padding) == nil)
        #expect(Messages.clientError(Self.ping + padding + " ") == .json("too long at byte 0"))
    }

    @Test func `SM13 bytes of a server's message`() throws {
        let pong = #"{"type":"pong","number":1}"#
        let most = Limits.serverMessageBytesMax
        let padding = String(repeating: " ", count: most - pong.utf8.count)
        #expect(try Messages.server(pong + padding) == .pong(1))
        #expect(Messages.serverError(Array((pong + padding + " ").utf8)) != nil)
    }

    @Test func `LM2 depth of a message`() {
        // The message itself is the first level.
        func nested(_ depth: Int) -> String {
            let open = String(repeating: "[", count: depth - 1)
            let close = String(repeating: "]", count: depth - 1)
            return #"{"type":"ping","number":"# + open + close + "}"
        }
        #expect(Messages.clientError(nested(Limits.depthMax)) == .wrong("number"))
        let more = Messages.clientError(nested(Limits.depthMax + 1))
        #expect(more?.description.hasPrefix("not JSON: nested too deeply") == true)
    }

    @Test func `LM2 keys of an object`() {
        func keyed(_ count: Int) -> String {
            let extra = (0..<(count - 1)).map { #","k\#($0)":0"# }.joined()
            return #"{"type":"pong""# + extra + "}"
        }
        #expect(Messages.clientError(keyed(Limits.keysMax)) == .unknownType)
        let more = Messages.clientError(keyed(Limits.keysMax + 1))
        #expect(more?.description.hasPrefix("not JSON: too many keys") == true)
    }

    @Test func `LM2 bytes of a number`() throws {
        func factor(_ bytes: Int) -> String {
            let number = "1." + String(repeating: "0", count: bytes - 2)
            return #"{"type":"edit","seq":1,"mark":"0000000000000001","operation":"#
                + #"{"type":"scale","ids":["1.1"],"factor":"# + number + "}}"
        }
        let longest = try Messages.client(factor(Limits.numberBytesMax))
        #expect(longest == .edit(.init(seq: 1, mark: UInt64(1), .invalid(.outOfRange))))
        let more = Messages.clientError(factor(Limits.numberBytesMax + 1))
        #expect(more?.description.hasPrefix("not JSON: invalid number") == true)
    }

    @Test func `LM2 ids of an operation, a gesture and a selection`() throws {
        func ids(_ count: Int) -> String {
            "[" + (1...count).map { "\"1.\($0)\"" }.joined(separator: ",") + "]"
        }
        let most = Limits.idsMax
        #expect(try Messages.refusal(#"{"type":"delete","ids":\#(ids(most))}"#) == nil)
        #expect(try Messages.refusal(#"{"type":"delete","ids":\#(ids(most + 1))}"#) == .tooMany)
        let selection = #"{"type":"presence","selection":"#
        #expect(Messages.clientError(selection + ids(most) + "}") == nil)
        #expect(Messages.clientError(selection + ids(most + 1) + "}") == .tooMany("selection"))
        let drag = #"{"type":"presence","gesture":{"type":"move","dx":1,"dy":1,"ids":"#
        #expect(Messages.clientError(drag + ids(most) + "}}") == nil)
        #expect(Messages.clientError(drag + ids(most + 1) + "}}") == .tooMany("ids"))
    }

    @Test func `LM2 PR17 PR19 sides of a view and bytes of a chat`() {
        func view(_ side: Int) -> String {
            #"{"type":"presence","view":{"x":0,"y":0,"width":1,"height":\#(side)}}"#
        }
        for (side, error) in [
            (1, nil), (Limits.viewSideMax, nil), (0, .outOfRange("height")),
            (Limits.viewSideMax + 1, .outOfRange("height")),
        ] as [(Int, DecodeError?)] { #expect(Messages.clientError(view(side)) == error) }
        let chat = String(repeating: "🌲", count: Limits.chatBytesMax / 4)
        #expect(Messages.clientError(#"{"type":"presence","chat":"\#(chat)"}"#) == nil)
        let longer = #"{"type":"presence","chat":"\#(chat)a"}"#
        #expect(Messages.clientError(longer) == .outOfRange("chat"))
    }

    @Test func `LM2 emojis of an add, the longest of which fits a message`() throws {
        let text = try EmojiText("👩‍👩‍👧‍👦")
        func add(_ count: Int) -> ClientMessage {
            let most = Limits.identifierMax
            let emojis = (0..<count).map { index in
                NewEmoji(
                    id: EmojiID(client: most, counter: most - count + index),
                    text: text,
                    x: -Limits.coordinateMax,
                    y: -Limits.coordinateMax,
                    size: Limits.sizeMax
                )
            }
            return .edit(
                .init(seq: Limits.stackMax, mark: UInt64(Limits.stackMax), .operation(.add(emojis)))
            )
        }
        let longest = add(Limits.addedEmojisMax)
        #expect(try Messages.client(longest.encoded) == longest)
        let spare = Limits.messageBytesMax - longest.encoded.count
        let growth = Limits.textBytesMax - text.string.utf8.count
        #expect(spare >= growth * Limits.addedEmojisMax)
        let refused = try Messages.client(add(Limits.addedEmojisMax + 1).encoded)
        #expect(
            refused
                == .edit(
                    .init(seq: Limits.stackMax, mark: UInt64(Limits.stackMax), .invalid(.tooMany))
                )
        )
    }

    @Test func `LM2 numbers of operations`() throws {
        let ranges: [(before: String, after: String, low: Int, high: Int)] = [
            (#"{"type":"move","ids":["1.1"],"dy":0,"dx":"#, "}", -2_000_000, 2_000_000),
            (#"{"type":"move","ids":["1.1"],"dx":0,"dy":"#, "}", -2_000_000, 2_000_000),
            (Self.new + #""y":0,"x":"#, "}]}", -Limits.coordinateMax, Limits.coordinateMax),
            (Self.new + #""x":0,"y":"#, "}]}", -Limits.coordinateMax, Limits.coordinateMax),
            (Self.new + #""x":0,"y":0,"size":"#, "}]}", Limits.sizeMin, Limits.sizeMax),
            (#"{"type":"canvas","height":1,"width":"#, "}", 1, Limits.canvasSideMax),
            (#"{"type":"canvas","width":1,"height":"#, "}", 1, Limits.canvasSideMax),
        ]
        for range in ranges {
            for (value, code) in [
                (range.low, nil), (range.high, nil), (range.low - 1, .outOfRange),
                (range.high + 1, .outOfRange),
            ] as [(Int, RefusalCode?)] {
                let operation = range.before + String(value) + range.after
                #expect(try Messages.refusal(operation) == code, "\(operation)")
            }
        }
    }

    private static let new = #"{"type":"add","emojis":[{"id":"1.1","text":"🌲","#

    @Test func `LM2 ids and texts`() throws {
        func add(_ id: String, _ text: String) -> String {
            #"{"type":"add","emojis":[{"id":"\#(id)","text":"\#(text)","x":0,"y":0}]}"#
        }
        #expect(try Messages.refusal(add("2147483647.2147483647", "🌲")) == nil)
        #expect(try Messages.refusal(add("2147483648.1", "🌲")) == .badOperation)
        #expect(try Messages.refusal(add("1.2147483648", "🌲")) == .badOperation)
        let joined = "🌲" + String(repeating: "\u{200D}🌲", count: 7)
        #expect(joined.unicodeScalars.count == Limits.textScalarsMax - 1)
        #expect(try Messages.refusal(add("1.1", joined)) == nil)
        #expect(try Messages.refusal(add("1.1", joined + "\u{FE0F}")) == nil)
        #expect(try Messages.refusal(add("1.1", joined + "\u{FE0F}\u{FE0F}")) == .textTooLong)
        let scalars = String(repeating: "a", count: Limits.textScalarsMax)
        #expect(try Messages.refusal(add("1.1", scalars)) == .notEmoji)
        #expect(try Messages.refusal(add("1.1", scalars + "a")) == .textTooLong)
        let bytes = String(repeating: "🌲", count: Limits.textBytesMax / 4)
        #expect(try Messages.refusal(add("1.1", bytes)) == .notEmoji)
        #expect(try Messages.refusal(add("1.1", bytes + "a")) == .textTooLong)
    }

    @Test func `LM2 a background, which fits a message`() throws {
        let longest = "https://" + String(repeating: "a", count: Limits.backgroundBytesMax - 8)
        #expect(try Messages.refusal(#"{"type":"background","url":"\#(longest)"}"#) == nil)
        let more = #"{"type":"background","url":"\#(longest)a"}"#
        #expect(try Messages.refusal(more) == .badBackground)
    }

    @Test func `LM2 names of documents`() throws {
        let name = String(repeating: "n", count: Limits.memberNameBytesMax)
        for (document, isRead) in [(name, true), (name + "n", false)] {
            let welcome = ServerMessage.Welcome(
                document: document,
                position: .start(of: 1),
                isResumed: false,
                member: 1
            )
            let bytes = ServerMessage.welcome(welcome).encoded
            #expect((Messages.serverError(bytes) == nil) == isRead)
        }
    }

    @Test func `LM2 emojis of a server's message`() throws {
        func restack(_ count: Int) -> [UInt8] {
            let items = (1...count).map { counter in
                Operation.Assignment(id: EmojiID(client: 1, counter: counter), value: counter)
            }
            let edit = ServerMessage.Edit(
                revision: 1,
                client: 1,
                seq: 1,
                time: 0,
                operation: .restack(items),
                checksum: .zero
            )
            return ServerMessage.edit(edit).encoded
        }
        #expect(Messages.serverError(restack(Limits.itemsMax)) == nil)
        #expect(Messages.serverError(restack(Limits.itemsMax + 1)) != nil)
    }
}
