import Foundation
import TestKit

/// What a `RawPeer` knows, from one connection to the next.
struct RawSession {
    /// A message of the server, with the fields that matter here.
    private struct Message: Decodable {
        let type: String
        let epoch: String?
        let revision: Int?
        let chain: String?
        let resumed: Bool?
        let client: Int?
        let seq: Int?
        let counter: Int?
        let last: Bool?
        let code: String?
        let checksum: String?
        let emojis: [HistoryOperation.Emoji]?
        let answers: [Answer]?
    }

    /// The server's word on an edit that an earlier connection sent.
    private struct Answer: Decodable {
        let mark: String
        let revision: Int?
        let code: String?
    }

    private static let window = 24

    private let plan: RawPeer.Plan
    private let known: KnownEmojis
    private let history: History
    private var workload: Workload
    private var progress = RawPeer.Progress()
    private var position: (epoch: String, revision: Int, chain: String)?
    /// How often it came as one that has nothing: whose snapshot may be older than what it had.
    private var lives = 0
    private var client: Int?
    private var counter = 0
    private var nextRef = 1
    /// Edits without an answer, in order; the mark of an edit is its ref.
    private var pending: [(ref: Int, operation: HistoryOperation)] = []
    /// The refs of the edits that this connection sent, by their seqs.
    private var refs: [Int: Int] = [:]
    private var lastSeq = 0
    private var left: Int
    private var parts: [HistoryOperation.Emoji] = []
    private var snapshot: Message?
    private var random: SplitMix64

    init(_ plan: RawPeer.Plan, _ known: KnownEmojis, _ history: History) {
        self.plan = plan
        self.known = known
        self.history = history
        workload = Workload(writer: plan.writer, seed: plan.seed)
        left = plan.edits
        random = SplitMix64(seed: plan.seed ^ UInt64(plan.key))
    }

    /// Connects, and goes on until the connection ends or it is told to stop.
    mutating func live(_ isWanted: (RawPeer.Progress) -> Bool) {
        let path = "/documents/\(plan.document)"
        guard let socket = RawSocket.open(port: plan.port, path, timeoutSeconds: plan.patience),
            socket.sendText(hello())
        else {
            _ = isWanted(progress)
            // Not more often than 200 times a second, also where nobody listens.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
            return
        }
        var isLive = false
        while isWanted(progress) {
            if isLive { makeEdits(on: socket) }
            guard let frame = socket.readMessage(), frame.opcode == 1 else { return }
            let data = Data(frame.payload)
            guard let message = try? JSONDecoder().decode(Message.self, from: data) else {
                return progress.complaints.append("what is \(frame.text)")
            }
            take(message, frame.payload)
            let wasLive = isLive
            isLive = isLive || message.resumed == true || message.last == true
            if isLive, !wasLive { socket.sendTexts(pending.map { text($0) }) }
        }
    }

    private mutating func hello() -> String {
        var fields = [#""type":"hello""#]
        if plan.key != 0 {
            let digits = String(plan.key, radix: 16)
            let zeros = String(repeating: "0", count: 32 - digits.count)
            fields.append(#""key":"\#(zeros)\#(digits)""#)
        }
        // Now and then it comes as one that has nothing: what became of its edits then only the
        // answers to those that it sends again tell.
        if position != nil, random.chance(oneIn: 3) { (position, lives) = (nil, lives + 1) }
        if let position {
            fields.append(#""epoch":"\#(position.epoch)","revision":\#(position.revision)"#)
            fields.append(#""chain":"\#(position.chain)""#)
        }
        let marks = pending.map { "\"\(LiveServer.mark($0.ref))\"" }
        if !marks.isEmpty { fields.append("\"marks\":[\(marks.joined(separator: ","))]") }
        return "{\(fields.joined(separator: ","))}"
    }

    /// Who it is to those who compare what is seen: another one each time that it begins anew.
    private var observer: String { lives == 0 ? plan.name : "\(plan.name)~\(lives)" }

    private mutating func text(_ edit: (ref: Int, operation: HistoryOperation)) -> String {
        lastSeq += 1
        refs[lastSeq] = edit.ref
        return #"{"type":"edit","seq":\#(lastSeq),"mark":"\#(LiveServer.mark(edit.ref))","#
            + #""operation":\#(edit.operation.line())}"#
    }

    private mutating func makeEdits(on socket: RawSocket) {
        guard let client, left > 0, pending.count < Self.window / 2 else { return }
        var texts: [String] = []
        while left > 0, pending.count < Self.window {
            left -= 1
            var counter = counter
            let operation = workload.next(known) {
                counter += 1
                return "\(client).\(counter)"
            }
            self.counter = counter
            history.write(.invoke(plan.name, nextRef, operation))
            pending.append((nextRef, operation))
            texts.append(text((nextRef, operation)))
            nextRef += 1
        }
        socket.sendTexts(texts)
    }

    private mutating func take(_ message: Message, _ bytes: [UInt8]) {
        switch message.type {
        case "welcome": welcome(message)
        case "snapshot": take(part: message)
        case "edit": take(edit: message, bytes)
        case "answers": answer(message.answers)
        case "refused": answer(.refused, message)
        default: break
        }
    }

    private mutating func welcome(_ message: Message) {
        if let revision = message.revision, revision < progress.revision {
            progress.complaints.append("welcome to \(revision) after \(progress.revision)")
        }
        if message.resumed == true { progress.resumes += 1 }
        if let client, client != message.client {
            progress.complaints.append("client \(client) became \(message.client ?? 0)")
        }
        client = message.client
        (lastSeq, refs) = (message.seq ?? 0, [:])
        answer(message.answers)
        counter = max(counter, message.counter ?? 0)
    }

    private mutating func answer(_ answers: [Answer]?) {
        for found in answers ?? [] {
            guard let ref = Int(found.mark, radix: 16) else { continue }
            answer(found.code == nil ? .ack : .refused, ref, found.revision, nil, found.code)
        }
    }

    private mutating func take(part: Message) {
        if part.epoch != nil {
            snapshot = part
            parts = []
        }
        parts += part.emojis ?? []
        guard part.last == true, let header = snapshot, let revision = header.revision else {
            return
        }
        position = (header.epoch ?? "", revision, header.chain ?? "")
        progress.revision = revision
        progress.chain = header.chain ?? ""
        history.write(
            HistoryEvent(
                type: .state,
                who: observer,
                revision: revision,
                checksum: header.checksum,
                emojis: parts
            )
        )
    }

    private mutating func take(edit: Message, _ bytes: [UInt8]) {
        guard let revision = edit.revision, let chain = position?.chain else { return }
        position?.revision = revision
        let next = HistoryDigest.extended(chain, by: bytes)
        position?.chain = next
        progress.revision = revision
        progress.chain = next
        let line = String(decoding: bytes, as: UTF8.self)
        if let event = HistoryEvent(printed: line, by: observer) { history.write(event) }
        if edit.client == client, plan.key != 0 { answer(.ack, edit) }
    }

    /// An answer to an edit that this connection sent.
    private mutating func answer(_ kind: HistoryEvent.Kind, _ message: Message) {
        guard let seq = message.seq, let ref = refs[seq] else { return }
        answer(kind, ref, message.revision, seq, message.code)
    }

    private mutating func answer(
        _ kind: HistoryEvent.Kind,
        _ ref: Int,
        _ revision: Int?,
        _ seq: Int?,
        _ code: String?
    ) {
        guard let index = pending.firstIndex(where: { $0.ref == ref }) else { return }
        let ids = pending.remove(at: index).operation.emojis?.compactMap(\.id)
        progress.answered += 1
        if kind == .ack { known.add(ids ?? []) }
        history.write(
            HistoryEvent(
                type: kind,
                who: plan.name,
                ref: ref,
                revision: revision,
                seq: seq,
                code: code
            )
        )
    }
}
