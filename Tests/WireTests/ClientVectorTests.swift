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

    /// Rules, and how many vectors break each at least.
    private static let json = [
        ("JS1", 9), ("JS2", 6), ("JS3", 10), ("JS4", 6), ("JS5", 8), ("JS6", 12), ("JS7", 4),
        ("JS8", 3),
    ]
    private static let messages = [
        ("CM2", 14), ("CM4", 8), ("CM5", 7), ("CM7", 15), ("CM8", 30), ("LM2", 1), ("PR19", 4),
        ("PR20", 4),
    ]
    private static let operations = [
        ("CM3", 30), ("CM6", 5), ("CM9", 15), ("JS9", 10), ("OP21", 6), ("OP22", 4), ("OP28", 12),
    ]

    @Test(arguments: json)
    func `FA34 FA35 FA36 FA38 JS1 JS2 JS3 JS4 JS5 JS6 JS7 JS8 another form of JSON is an error`(
        rule: String,
        least: Int
    ) {
        expectBad(rule, least)
    }

    @Test(arguments: messages)
    func `CM2 CM4 CM5 CM7 CM8 LM2 PR19 PR20 what is no message is an error`(
        rule: String,
        least: Int
    ) {
        expectBad(rule, least)
    }

    private func expectBad(_ rule: String, _ least: Int) {
        let bad = vectors.bad.filter { $0.rule == rule }
        #expect(bad.count >= least)
        for vector in bad {
            let error = Messages.clientError(vector.bytes)?.description
            #expect(error?.hasPrefix(vector.error) == true, "\(vector.name): \(error ?? "none")")
        }
    }

    @Test(arguments: operations)
    func `FA28 FA37 CM3 CM6 CM9 JS9 OP21 OP22 OP28 an edit of no good operation is refused`(
        rule: String,
        least: Int
    ) throws {
        let refused = vectors.refused.filter { $0.rule == rule }
        #expect(refused.count >= least)
        for vector in refused {
            let code = try #require(RefusalCode(rawValue: vector.code))
            let message = try Messages.client(vector.bytes)
            #expect(
                message == .edit(.init(seq: vector.seq, mark: UInt64(vector.seq), .invalid(code))),
                "\(vector.name)"
            )
        }
    }

    @Test func `ER2 an edit that is sent again is refused with the same code`() throws {
        var decoder = MessageDecoder()
        let orders = [vectors.refused, vectors.refused.reversed(), vectors.refused]
        for vector in orders.flatMap({ $0 }) {
            let code = try #require(RefusalCode(rawValue: vector.code))
            for _ in 1...2 {
                // What was read before, also a message that is none, leaves no trace.
                let message = try decoder.clientMessage(vector.bytes.span)
                #expect(
                    message
                        == .edit(.init(seq: vector.seq, mark: UInt64(vector.seq), .invalid(code))),
                    "\(vector.name)"
                )
                _ = try? decoder.clientMessage(Array(vector.bytes.dropLast()).span)
            }
        }
    }

    @Test func `CM5 every vector belongs to a test of this suite`() {
        let rules = Set(vectors.bad.map(\.rule) + vectors.refused.map(\.rule))
        #expect(rules == Set((Self.json + Self.messages + Self.operations).map(\.0)))
    }
}
