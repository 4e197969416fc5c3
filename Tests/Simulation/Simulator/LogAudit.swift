import EmojiArt
import ReferenceModel
import Store
import Wire

/// Whether a document's log is what clients asked for, and nothing else.
///
/// The model replays it: each edit must be what one of them said with its mark, cut to what the
/// rules leave of it, and each refusal must be right at some place between the client's edits
/// before and after it.
struct LogAudit {
    private(set) var model = ReferenceModel()
    /// The model at each revision so far, for those who go back.
    private var past: [ReferenceModel] = [ReferenceModel()]
    /// The edits of each client, in order.
    private(set) var authors: [Int: [(seq: Int, revision: Int)]] = [:]
    private let stored: StoredDocument
    /// What clients said, by the marks of the edits.
    private let requests: [UInt64: [ClientMessage.Request]]
    /// The last revision that the server's log no longer has.
    private let trimmedTo: Int
    /// Refusals that are not explained yet.
    private var open: [Refusal] = []

    private struct Refusal {
        let client: Int
        let mark: UInt64
        let code: String
        /// The revisions between which it was given.
        let range: Range<Int>
    }

    init(
        _ stored: StoredDocument,
        requests: [UInt64: [ClientMessage.Request]],
        trimmedTo: Int
    ) {
        self.stored = stored
        self.requests = requests
        self.trimmedTo = trimmedTo
    }

    /// Goes through the log; returns what is wrong.
    mutating func run() throws -> String? {
        var decoder = MessageDecoder()
        for record in stored.edits {
            authors[Int(record.client), default: []].append((Int(record.seq), Int(record.revision)))
        }
        let marks = stored.edits.map(\.mark)
        if let twice = marks.first(where: { mark in marks.count { $0 == mark } > 1 }) {
            return "edit \(String(twice, radix: 16)) is in the log twice"
        }
        open = stored.answers.filter(\.isRefused).map { refusal in
            let own = authors[Int(refusal.client)] ?? []
            let before = own.last { $0.seq < refusal.seq }?.revision ?? 0
            let after = own.first { $0.seq > refusal.seq }?.revision ?? .max
            return Refusal(
                client: Int(refusal.client),
                mark: refusal.mark,
                code: refusal.code ?? "",
                range: before..<after
            )
        }
        if let text = explainRefusals(at: 0) { return text }
        for record in stored.edits {
            guard case .edit(let edit)? = try decoder.serverMessage(record.body.span),
                edit.revision == record.revision, edit.client == record.client,
                edit.seq == record.seq
            else { return "the log holds no edit at \(record.revision)" }
            if let text = take(edit, record.mark) { return text }
            if let text = explainRefusals(at: edit.revision) { return text }
        }
        if let refusal = open.first {
            return "client \(refusal.client)'s edit \(refusal.mark) was refused: \(refusal.code)"
        }
        return seqs()
    }

    private mutating func take(_ edit: ServerMessage.Edit, _ mark: UInt64) -> String? {
        let said = requests[mark] ?? []
        let answer = ReferenceModel.Answer.accepted(edit.operation, original: edit.walk?.revision)
        for asked in said.flatMap({ asked($0) })
        where model.answer(to: asked, of: edit.client) == answer {
            _ = model.take(asked, of: edit.client, at: edit.revision)
            past.append(model)
            return nil
        }
        let requests = said.flatMap { asked($0) }
        let right = requests.prefix(3).map { model.answer(to: $0, of: edit.client) }
        return "edit \(edit.revision) is \(answer), and should be \(right) of \(said)"
    }

    private mutating func explainRefusals(at revision: Int) -> String? {
        var left: [Refusal] = []
        for refusal in open {
            if refusal.range.contains(revision) {
                let said = requests[refusal.mark] ?? []
                if said.contains(where: { isRefused($0, refusal) }) { continue }
            } else if revision >= refusal.range.upperBound {
                return
                    "client \(refusal.client)'s edit \(refusal.mark) was refused: \(refusal.code)"
            }
            left.append(refusal)
        }
        open = left
        return nil
    }

    private func isRefused(_ request: ClientMessage.Request, _ refusal: Refusal) -> Bool {
        if case .invalid(let code) = request { return code.rawValue == refusal.code }
        if case .revert(let revision) = request, refusal.code == RefusalCode.notKept.rawValue {
            return revision < trimmedTo
        }
        if case .revert(let revision) = request, !past.indices.contains(revision) {
            return refusal.code == RefusalCode.outOfRange.rawValue
        }
        return asked(request).contains { asked in
            model.answer(to: asked, of: refusal.client) == .refused(code: refusal.code)
        }
    }

    /// What a message asks for, or may ask for; nothing for what the protocol does not allow.
    private func asked(_ request: ClientMessage.Request) -> [ReferenceModel.Request] {
        switch request {
        case .operation(let operation): [.operation(operation)]
        case .walk(.undo): [.undo]
        case .walk(.redo): [.redo]
        case .revert(let revision):
            past.indices.contains(revision) ? [.revert(to: past[revision])] : []
        case .invalid: []
        }
    }

    /// Each seq was used once, by an edit or by a refusal, and in order.
    private func seqs() -> String? {
        for (client, last) in stored.lastSeq {
            let own = authors[Int(client)] ?? []
            guard zip(own, own.dropFirst()).allSatisfy({ $0.seq < $1.seq }) else {
                return "client \(client)'s edits are not in its order"
            }
            let refused = stored.answers.filter { $0.client == client && $0.isRefused }
                .map { Int($0.seq) }
            let used = (own.map(\.seq) + refused).sorted()
            // Of refusals those are kept that can still be asked for.
            let first = max(1, Int(last) - Limits.unansweredEditsMax + 1)
            guard used.drop(while: { $0 < first }).elementsEqual(first...max(1, Int(last))),
                Set(used).count == used.count
            else {
                return "client \(client)'s seqs are not each used once"
            }
        }
        return nil
    }
}
