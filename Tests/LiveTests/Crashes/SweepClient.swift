import Foundation
import TestKit
import Testing

/// A client whose edits are told by their seqs, and which knows of each what it was answered.
struct SweepClient {
    enum Answer: Equatable {
        case accepted(Int)
        case refused(String)
    }

    let key: Int
    let document: String
    /// The bytes of an edit, about; 0 for as few as can be.
    let bytes: Int
    private(set) var number = 0
    /// The last seq that was sent, and what was answered, by seq.
    private(set) var sent = 0
    private(set) var answers: [Int: Answer] = [:]
    /// What must not be: another answer to the same edit, another number.
    private(set) var complaints: [String] = []
    private(set) var socket: RawSocket?
    /// The Close frame that ended the connection.
    private(set) var closing: RawFrame?

    init(key: Int = 1, document: String = "picnic", bytes: Int = 0) {
        self.key = key
        self.document = document
        self.bytes = bytes
    }

    var accepted: [Int: Int] {
        answers.compactMapValues { answer in
            if case .accepted(let revision) = answer { revision } else { nil }
        }
    }

    static func isRefused(_ seq: Int) -> Bool { seq % 10 == 5 }

    /// What the edit of a seq asks for: no two are alike, and each tenth is refused.
    func operation(_ seq: Int) -> HistoryOperation {
        let emoji = "\(number).1"
        if seq == 1 || Self.isRefused(seq) {
            let id = seq == 1 ? emoji : "2000000000.\(seq)"
            return .add([.init(id: id, text: "🌲", x: 0, y: 0, size: 40)])
        }
        guard bytes > 0 else { return .move([emoji], dx: 1, dy: seq) }
        return .background("https://example.org/\(seq)/" + String(repeating: "a", count: bytes))
    }

    /// The edit of a seq as a frame, under a mask of zeros, which changes nothing.
    private func frame(_ seq: Int) -> [UInt8] {
        let text =
            #"{"type":"edit","seq":\#(seq),"mark":"\#(LiveServer.mark(seq))","#
            + #""operation":\#(operation(seq).line())}"#
        return RawFrame(1, Array(text.utf8)).encoded(mask: 0)
    }

    /// Joins; false when the server ends before the welcome.
    mutating func connect(to server: LiveServer) -> Bool {
        (socket, closing) = (nil, nil)
        let (path, patience) = ("/documents/\(document)", Int(Wait.seconds))
        guard let socket = RawSocket.open(port: server.port, path, timeoutSeconds: patience),
            socket.sendText(LiveServer.hello(key: key)),
            let welcome = socket.readMessage("welcome")
        else { return false }
        self.socket = socket
        let client = welcome["client"]?.integer ?? 0
        if number != 0, client != number { complaints.append("client \(number) is \(client)") }
        number = client
        let seq = welcome["seq"]?.integer ?? 0
        if seq > sent || seq < (answers.keys.max() ?? 0) {
            complaints.append("seq \(seq) is the last of \(answers.count) to \(sent)")
        }
        return true
    }

    /// Ends the connection without a word: a server that ends does not wait for it.
    mutating func disconnect() { socket = nil }

    /// Makes edits, so many unanswered at a time; false when the connection ends before the last
    /// answer.
    mutating func make(_ count: Int, window: Int = 1) -> Bool {
        let end = sent + count
        while answers.count < end {
            while sent < end, sent - answers.count < window {
                guard send() else { return false }
            }
            guard take() != nil else { return false }
        }
        return true
    }

    /// Joins and makes edits, all of which must be answered.
    mutating func begin(
        on server: LiveServer,
        _ count: Int,
        window: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isReady = connect(to: server) && make(count, window: window)
        try #require(isReady, sourceLocation: sourceLocation)
    }

    /// Makes an edit and does not wait for its answer; false when the connection has ended.
    mutating func send() -> Bool {
        sent += 1
        return socket?.send(frame(sent)) == true
    }

    /// Waits until all is answered; false when the connection ends before.
    mutating func settle() -> Bool {
        while answers.count < sent {
            guard take() != nil else { return false }
        }
        return true
    }

    /// Whether a ping is answered ahead of all edits.
    func answersPing() -> Bool {
        guard socket?.sendText(#"{"type":"ping","number":7}"#) == true else { return false }
        return socket?.readMessage("pong", "edit", "answers")?.type == "pong"
    }

    /// Sends the latest edits again, whether they were answered or not; false when not all of them
    /// are answered now.
    mutating func resend() -> Bool {
        var seqs = (0...sent).suffix(200).drop { $0 == 0 }
        while !seqs.isEmpty {
            var waiting = Set(seqs.prefix(20))
            guard socket?.send(waiting.sorted().flatMap(frame)) == true else { return false }
            seqs = seqs.dropFirst(20)
            while !waiting.isEmpty {
                guard let seq = take() else { return false }
                waiting.remove(seq)
            }
        }
        return true
    }

    /// Reads all answers that were sent by now.
    mutating func takeThoseSent() -> Bool {
        guard socket?.sendText(#"{"type":"ping","number":8}"#) == true else { return false }
        while let message = readMessage() {
            if message.type == "pong" { return true }
            _ = note(message)
        }
        return false
    }

    /// Reads the next answer; the seq that it is for.
    private mutating func take() -> Int? {
        while let message = readMessage() {
            if let seq = note(message) { return seq }
        }
        return nil
    }

    private mutating func readMessage() -> JSONLine? {
        while let frame = socket?.readFrame() {
            closing = frame.opcode == 8 ? frame : nil
            if frame.opcode == 1, let message = try? JSONLine(frame.payload) { return message }
        }
        return nil
    }

    /// Notes an answer; nil for another message.
    private mutating func note(_ message: JSONLine) -> Int? {
        // The mark of an edit is its seq.
        if message.type == "answers", let answer = message["answers"]?.array?.first {
            return note(answer, seq: answer["mark"]?.string.flatMap { Int($0, radix: 16) })
        }
        guard message.type == "refused" || message.type == "edit",
            message.type != "edit" || message["client"]?.integer == number
        else { return nil }
        return note(message, seq: message["seq"]?.integer)
    }

    private mutating func note(_ message: JSONLine, seq: Int?) -> Int? {
        guard let seq else { return nil }
        let answer =
            message["code"] != nil
            ? Answer.refused(message["code"]?.string ?? "")
            : Answer.accepted(message["revision"]?.integer ?? 0)
        if let earlier = answers[seq], earlier != answer {
            complaints.append("edit \(seq) got \(earlier), then \(answer)")
        }
        answers[seq] = answer
        return seq
    }

    /// Checks that a data directory holds what this client was told, and gives its document's log.
    @discardableResult
    func check(
        in data: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> StoredLog {
        let log = try StoredLog(directory: data, document: document)
        let found = differences(from: log).found
        #expect(found.isEmpty, "\(document): \(found)", sourceLocation: sourceLocation)
        return log
    }

    /// What a log holds otherwise than this client, its document's only one, asked and was told.
    func differences(from log: StoredLog) -> (lost: Int, found: [String]) {
        var found = complaints + log.breaks + log.replayed { operation($0.seq) }.wrong
        let seqs = log.edits.map(\.seq)
        if seqs != seqs.sorted() { found.append("edits are not in their order") }
        if let seq = seqs.first(where: Self.isRefused) { found.append("\(seq) was refused") }
        var lost = 0
        for (seq, revision) in accepted {
            let isThere =
                revision <= log.edits.count && log.edits[revision - 1].isEdit(seq, of: number)
            if !isThere { lost += 1 }
        }
        if lost > 0 { found.append("\(lost) acknowledged edits are lost") }
        return (lost, found)
    }
}
