import EmojiArt
import Sync
import TestKit
import Testing
import Wire

/// Two clients that edit one document at once.
///
/// One is a replica in this process, the other is the program `emojiart edit --json`. Each has some
/// edits under way all the time.
final class TwoWriters {
    /// What an edit was answered with.
    struct Answer {
        let client: Int
        let seq: Int
        /// nil when it was refused.
        let revision: Int?
    }

    /// How many edits of one client may be on their way.
    private static let underWay = 96
    private static let atATime = 24

    let hand: LiveClient
    private let pipe: Program
    private let pipeNumber: Int
    private let editsEach: Int
    private var lines = 1
    private var refs: [Int] = []
    private var random: SplitMix64

    /// Waits until both have joined.
    init(on server: LiveServer, edits: Int, seed: UInt64) throws {
        editsEach = edits
        random = SplitMix64(seed: seed &+ 1)
        hand = try LiveClient(server.url(), name: "Hand")
        #expect(try hand.join())
        pipe = try server.editor(state: "pipe")
        pipe.write([#"{"type":"add","emojis":[{"text":"🌳","x":0,"y":0}],"ref":0}"#])
        let answer = try #require(pipe.output.line { $0.contains(#""type":"ack""#) })
        let id = try #require(JSONLine(answer)["ids"]?.array?.first?.string)
        pipeNumber = try #require(EmojiID(id)?.client)
    }

    /// Answers that both have got so far.
    var answerCount: Int {
        get throws {
            try pipe.output.lines.count + hand.ask { $0.acknowledged.count + $0.refused.count }
        }
    }

    var isDone: Bool {
        get throws {
            try lines == editsEach && refs.count == editsEach && answerCount == 2 * editsEach
        }
    }

    /// Has both make more edits, as far as theirs are answered.
    func feed() throws {
        if lines < editsEach, lines - pipe.output.lines.count < Self.underWay {
            let count = min(Self.atATime, editsEach - lines)
            pipe.write((lines..<lines + count).map { line(ref: $0) })
            lines += count
        }
        let pending = try hand.ask { $0.pendingCount }
        if refs.count < editsEach, pending < Self.underWay {
            let seed = random.next()
            let count = min(Self.atATime, editsEach - refs.count)
            refs += try hand.ask { watch in
                var random = SplitMix64(seed: seed)
                return (0..<count).map { _ in
                    watch.update { replica in
                        replica.edit(Self.request(of: &replica, &random))
                    }
                }
            }
        }
    }

    /// Ends the program's input and checks that each edit was answered exactly once.
    func finish() throws -> [Answer] {
        pipe.closeInput()
        let run = pipe.finish()
        let answers = try JSONLine.objects(run.output)
        #expect(answers.compactMap { $0["ref"]?.integer }.sorted() == Array(0..<editsEach))
        let refusals = answers.count { $0.type == "refused" }
        #expect(answers.count { $0.type == "ack" } == editsEach - refusals)
        #expect(run.ending == .exit(refusals == 0 ? 0 : 4))
        #expect(refusals < editsEach / 10, "\(refusals) are refused")
        let own = try hand.ask { ($0.number, $0.acknowledged, $0.refused, $0.edits) }
        let (number, acknowledged, refused, edits) = own
        #expect(Set(acknowledged.keys).union(refused.keys) == Set(refs))
        #expect(acknowledged.count + refused.count == refs.count)
        #expect(acknowledged.values.allSatisfy { $0.count == 1 })
        #expect(refused.values.allSatisfy { $0.count == 1 })
        let seqs = Dictionary(edits.map { ($0.revision, $0.seq) }) { first, _ in first }
        return acknowledged.values.flatMap { $0 }.map { revision in
            Answer(client: number, seq: seqs[revision] ?? 0, revision: revision)
        }
            + answers.map { answer in
                Answer(
                    client: pipeNumber,
                    seq: answer["seq"]?.integer ?? 0,
                    revision: answer["revision"]?.integer
                )
            }
    }

    /// A random line of the program's input.
    private func line(ref: Int) -> String {
        let ids = (0..<3).map { _ in
            let client = [1, pipeNumber, 2, 3].randomElement(using: &random) ?? 1
            return "\"\(client).\(Int.random(in: 1...(client == 1 ? 10 : 200), using: &random))\""
        }
        let list = "[" + ids.joined(separator: ",") + "]"
        let amount = Int.random(in: -50...50, using: &random)
        let operation =
            switch Int.random(in: 0..<100, using: &random) {
            case ..<30:
                #""type":"add","emojis":[{"text":"🌳","x":\#(amount),"y":\#(-amount)}]"#
            case ..<60: #""type":"move","ids":\#(list),"dx":\#(amount),"dy":7"#
            case ..<75: #""type":"scale","ids":\#(list),"factor":1.\#(abs(amount))"#
            case ..<80: #""type":"delete","ids":\#(list)"#
            case ..<90: #""type":"arrange","ids":\#(list),"to":"front""#
            default: #""type":"undo""#
            }
        return "{\(operation),\"ref\":\(ref)}"
    }

    /// A random edit of the replica.
    private static func request(
        of replica: inout Replica,
        _ random: inout SplitMix64
    ) -> ClientMessage.Request {
        let shown = replica.confirmed.drawingOrder
        let ids = (0..<3).compactMap { _ in shown.randomElement(using: &random)?.id }
        let amount = Int.random(in: -50...50, using: &random)
        let chance = Int.random(in: 0..<100, using: &random)
        if ids.isEmpty || chance < 30 {
            guard let text = try? EmojiText("🌲"), let id = replica.mintID() else {
                return .walk(.undo)
            }
            return .operation(.add([NewEmoji(id: id, text: text, x: amount, y: 0, size: 40)]))
        }
        switch chance {
        case ..<60: return .operation(.move(ids: ids, dx: amount, dy: -3))
        case ..<75:
            let factor = ScaleFactor(millionths: 1_000_000 + amount * 10_000)
            return factor.map { .operation(.scale(ids: ids, factor: $0)) } ?? .walk(.redo)
        case ..<80: return .operation(.delete(ids: ids))
        case ..<85: return .operation(.arrange(ids: ids, to: .backward))
        case ..<90: return .operation(.arrange(ids: ids, to: .back))
        default: return .walk(.undo)
        }
    }
}
