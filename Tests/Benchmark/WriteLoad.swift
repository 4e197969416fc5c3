internal import EmojiArt
internal import WebSockets
internal import Wire

/// Writers that each send the next edit when one was acknowledged, and a member who only reads.
final class WriteLoad {
    struct Result {
        var acknowledgements = Samples()
        var deliveries = Samples()
        var editsPerSecond = 0
    }

    private struct Writer {
        let client: LightClient
        let emoji: EmojiID
        var seq = 0
        /// When each unanswered edit was sent, the oldest first; and the same until the reader has
        /// it too.
        var sent: [Int: UInt64] = [:]
        var undelivered: [Int: UInt64] = [:]
    }

    private let loop: EventLoop
    private let urls: [WebSocketURL]
    private let window: Int
    private let seconds: Double
    private var writers: [Int: [Int: Writer]] = [:]
    private var clients: [LightClient] = []
    private var waiting: Int
    private var startedAt: UInt64 = 0
    private var result = Result()

    init(
        _ server: String,
        writers count: Int,
        window: Int,
        separate: Bool,
        seconds: Double
    ) throws {
        loop = try EventLoop(backend: .poll)
        urls = try (0..<count).map { number in
            let name = separate ? "run\(count)-\(number)" : "run\(count)"
            return try WebSocketURL("\(server)/documents/\(name)")
        }
        self.window = window
        self.seconds = seconds
        waiting = count + 1
    }

    func run() throws -> Result {
        var generator = SystemRandomNumberGenerator()
        for (index, url) in urls.enumerated() {
            // Writers of one document share a table; the reader is in the first document.
            let document = urls[0] == url ? 0 : index
            clients.append(
                LightClient(
                    url,
                    on: loop,
                    key: ClientKey(using: &generator),
                    ready: { [unowned self] in begin($0, in: document) },
                    edited: { [unowned self] client, author, seq in
                        if author == client.client { acknowledged(author, seq, in: document) }
                    }
                )
            )
        }
        clients.append(
            LightClient(
                urls[0],
                on: loop,
                key: nil,
                ready: { [unowned self] _ in oneMore() },
                edited: { [unowned self] _, author, seq in delivered(author, seq) }
            )
        )
        loop.onAlarm = { [unowned self] now in
            if now >= endsAt { finish() } else { loop.setAlarm(at: endsAt) }
        }
        loop.run()
        return result
    }

    private var endsAt: UInt64 { startedAt / 1_000_000 + UInt64(seconds * 1_000) }

    private func begin(_ client: LightClient, in document: Int) {
        guard let number = client.client, let text = try? EmojiText("🚲") else { return }
        let id = EmojiID(client: number, counter: client.counter + 1)
        writers[document, default: [:]][number] = Writer(client: client, emoji: id)
        send(.add([NewEmoji(id: id, text: text, x: 0, y: 0)]), number, document)
    }

    /// Waits until everyone has joined and the writers' emojis are there; then starts the clock.
    private func oneMore() {
        waiting -= 1
        guard waiting == 0 else { return }
        startedAt = nanoseconds()
        loop.setAlarm(at: endsAt)
        for (document, table) in writers {
            for number in table.keys {
                for _ in 0..<window { sendMove(number, document) }
            }
        }
    }

    private func sendMove(_ number: Int, _ document: Int) {
        guard let writer = writers[document]?[number] else { return }
        let dx = writer.seq.isMultiple(of: 2) ? 7 : -7
        send(.move(ids: [writer.emoji], dx: dx, dy: 0), number, document)
    }

    private func send(_ operation: Operation, _ number: Int, _ document: Int) {
        guard var writer = writers[document]?[number] else { return }
        writer.seq += 1
        let now = nanoseconds()
        if startedAt > 0 {
            writer.sent[writer.seq] = now
            if document == 0 { writer.undelivered[writer.seq] = now }
        }
        let message = ClientMessage.edit(seq: writer.seq, .operation(operation)).encoded
        writers[document]?[number] = writer
        writer.client.connection?.send(message)
    }

    private func acknowledged(_ number: Int, _ seq: Int, in document: Int) {
        guard startedAt > 0 else { return oneMore() }
        guard let sent = writers[document]?[number]?.sent.removeValue(forKey: seq) else { return }
        result.acknowledgements.append(nanoseconds() - sent)
        sendMove(number, document)
    }

    private func delivered(_ author: Int, _ seq: Int) {
        guard let sent = writers[0]?[author]?.undelivered.removeValue(forKey: seq) else { return }
        result.deliveries.append(nanoseconds() - sent)
    }

    private func finish() {
        let elapsed = Double(nanoseconds() - startedAt) / 1e9
        result.editsPerSecond = Int(Double(result.acknowledgements.count) / elapsed)
        for client in clients { client.end() }
        loop.stop()
    }
}
