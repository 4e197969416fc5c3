import Testing
import Wire

struct ClientVectorTests {
    private let vectors: MessageVectors.Client

    init() throws { vectors = try MessageVectors.read().client }

    @Test func `JS10 a client's messages are written in one way`() throws {
        #expect(vectors.good.count > 50)
        for vector in vectors.good {
            let message = try Messages.client(vector.text)
            #expect(Messages.text(message.encoded) == vector.canonical, "\(vector.name)")
            #expect(try Messages.client(vector.canonical) == message, "\(vector.name)")
        }
    }

    @Test func `FA38 JS1 text is UTF-8 without a byte order mark`() { expectBad("JS1", least: 9) }

    @Test func `JS2 a message is one value and nothing else`() { expectBad("JS2", least: 6) }

    @Test func `FA34 JS3 what other dialects allow is an error`() { expectBad("JS3", least: 10) }

    @Test func `FA35 JS4 keys, types and ids are plain, and keys stand once`() {
        expectBad("JS4", least: 6)
    }

    @Test func `JS5 strings hold no raw control characters and no half surrogate pairs`() {
        expectBad("JS5", least: 8)
    }

    @Test func `JS6 a number has JSON's form, an integer no fraction and no exponent`() {
        expectBad("JS6", least: 12)
    }

    @Test func `JS7 integers end where JavaScript's are exact`() { expectBad("JS7", least: 4) }

    @Test func `FA36 JS8 depth and keys are bounded`() { expectBad("JS8", least: 3) }

    @Test func `LM2 a message over its limit is an error`() { expectBad("LM2", least: 1) }

    @Test func `CM2 a name is short and cannot speak to a terminal`() {
        expectBad("CM2", least: 14)
    }

    @Test func `CM4 an edit without a good seq is an error`() { expectBad("CM4", least: 8) }

    @Test func `CM5 an unknown field is an error`() { expectBad("CM5", least: 7) }

    @Test func `CM7 a message of no known type is an error`() { expectBad("CM7", least: 15) }

    @Test func `CM8 a wrong form or range outside an operation is an error`() {
        expectBad("CM8", least: 30)
    }

    @Test func `FA28 CM3 an edit of an unknown operation is refused with its seq`() throws {
        try expectRefused("CM3", least: 30)
    }

    @Test func `CM6 an unknown field in an operation is refused`() throws {
        try expectRefused("CM6", least: 5)
    }

    @Test func `FA37 CM9 numbers out of range and too many items are refused as such`() throws {
        try expectRefused("CM9", least: 15)
    }

    @Test func `JS9 a factor has at most six places and no exponent`() throws {
        try expectRefused("JS9", least: 10)
    }

    @Test func `OP21 a background of another scheme is refused`() throws {
        try expectRefused("OP21", least: 6)
    }

    @Test func `OP22 a background with bytes that end a URL is refused`() throws {
        try expectRefused("OP22", least: 4)
    }

    @Test func `OP28 a text that is not one emoji is refused`() throws {
        try expectRefused("OP28", least: 12)
    }

    @Test func `ER2 an edit that is sent again is refused with the same code`() throws {
        var decoder = MessageDecoder()
        let orders = [vectors.refused, vectors.refused.reversed(), vectors.refused]
        for vector in orders.flatMap({ $0 }) {
            let code = try #require(RefusalCode(rawValue: vector.code))
            for _ in 1...2 {
                // What was read before, also a message that is none, leaves no trace.
                let message = try decoder.clientMessage(vector.bytes.span)
                #expect(message == .edit(seq: vector.seq, .invalid(code)), "\(vector.name)")
                _ = try? decoder.clientMessage(Array(vector.bytes.dropLast()).span)
            }
        }
    }

    @Test func `PR19 a chat is short and cannot speak to a terminal`() {
        expectBad("PR19", least: 4)
    }

    @Test func `PR20 a reaction is one emoji`() { expectBad("PR20", least: 4) }

    @Test func `CM5 every vector belongs to a test of this suite`() {
        let rules = Set(vectors.bad.map(\.rule) + vectors.refused.map(\.rule))
        let tested =
            "CM2 CM3 CM4 CM5 CM6 CM7 CM8 CM9 JS1 JS2 JS3 JS4 JS5 JS6 JS7 JS8 JS9 LM2 OP21 OP22 OP28"
            + " PR19 PR20"
        #expect(rules.sorted().joined(separator: " ") == tested)
    }

    private func expectBad(_ rule: String, least: Int) {
        let bad = vectors.bad.filter { $0.rule == rule }
        #expect(bad.count >= least)
        for vector in bad {
            let error = Messages.clientError(vector.bytes)?.description
            #expect(error?.hasPrefix(vector.error) == true, "\(vector.name): \(error ?? "none")")
        }
    }

    private func expectRefused(_ rule: String, least: Int) throws {
        let refused = vectors.refused.filter { $0.rule == rule }
        #expect(refused.count >= least)
        for vector in refused {
            let code = try #require(RefusalCode(rawValue: vector.code))
            let message = try Messages.client(vector.bytes)
            #expect(message == .edit(seq: vector.seq, .invalid(code)), "\(vector.name)")
        }
    }
}
