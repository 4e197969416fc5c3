internal import Cryptography
internal import EmojiArt
internal import Hosting
internal import Logging
internal import Transport
internal import WebSockets
internal import Wire

/// The connection of a server that has guests of documents which are here.
final class IncomingLink {
    private unowned let gateway: Gateway
    private let connection: Connection
    private let challenge: [UInt8]
    private var isKnown = false
    private var isOver = false
    private var heardAt: UInt64
    private var guests: [Int: RemoteLine] = [:]
    private var mirrors: [ObjectIdentifier: LogMirror] = [:]
    private var lastLog = 0
    /// The bundles that the other server has, the oldest first.
    private var bundles: [(number: Int, bundle: FrameBundle)] = []
    private var lastBundle = 0
    private static let bundlesMax = 8
    /// Presence that goes to these guests with the next message.
    private var presence: (bundle: FrameBundle, guests: [Int])?
    private lazy var flush = Alarm(gateway.server.alarms) { [weak self] _ in self?.sendPresence() }

    private var server: Server { gateway.server }

    init(over connection: Connection, of gateway: Gateway) {
        self.connection = connection
        self.gateway = gateway
        heardAt = gateway.server.now
        challenge = Array(String(Chance.epoch(), radix: 16).utf8)
        connection.send(Frame(text: LinkWriter(.challenge).with(challenge).bytes))
    }

    func send(_ message: LinkWriter) {
        guard !isOver else { return }
        if presence != nil { sendPresence() }
        connection.send(Frame(text: message.bytes))
    }

    func tick(now: UInt64) {
        guard now - heardAt < Gateway.silenceMax else { return close("it is silent") }
        if isKnown { send(LinkWriter(.tick)) }
    }

    // MARK: What the other server says

    func receive(_ message: [UInt8]) {
        heardAt = server.now
        do throws(LinkFault) {
            var reader = LinkReader(message)
            let word = try reader.word()
            guard isKnown else { return try greet(word, &reader) }
            try receive(word, &reader)
        } catch {
            close("it says what no server says")
        }
    }

    private func greet(_ word: LinkWord, _ reader: inout LinkReader) throws(LinkFault) {
        guard word == .hello else { throw LinkFault() }
        guard try reader.number() == Gateway.version else {
            return close("it speaks another version")
        }
        let digits = reader.payload
        guard digits.count == 64 else { throw LinkFault() }
        let code = stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
        }
        guard gateway.secret.isCode(code, of: challenge) else {
            return close(Gateway.secretFault)
        }
        isKnown = true
        connection.trust()
        send(LinkWriter(.ready))
    }

    private func receive(_ word: LinkWord, _ reader: inout LinkReader) throws(LinkFault) {
        let line: RemoteLine?
        switch word {
        case .tick: return
        case .join:
            let number = try reader.number()
            let address = reader.text()
            guard let name = DocumentName(reader.text()), guests[number] == nil else {
                throw LinkFault()
            }
            let line = RemoteLine(number, by: self)
            let connection = Connection(over: line, peerAddress: address, on: server.loop)
            line.connection = connection
            guests[number] = line
            server.welcome(connection, to: name)
            return server.received(reader.payload.span, on: connection)
        case .message, .drained, .lagged, .missed, .gone: line = guests[try reader.number()]
        default: throw LinkFault()
        }
        // Its close may have crossed this.
        guard let line, let connection = line.connection else { return }
        switch word {
        case .message: server.received(reader.payload.span, on: connection)
        case .drained: server.drained(connection)
        case .lagged: server.lagged(connection)
        case .missed: server.missed(connection, try reader.number())
        default: leave(line, UInt16(clamping: try reader.number()))
        }
    }

    /// Takes messages of a guest once more.
    func redeliver(_ messages: [[UInt8]], from line: RemoteLine) {
        for message in messages {
            guard let connection = line.connection else { return }
            server.received(message.span, on: connection)
        }
    }

    private func leave(_ line: RemoteLine, _ code: UInt16) {
        guests[line.number] = nil
        line.unfollow()
        guard let connection = line.connection else { return }
        connection.end(line.closeCode ?? (code == 0 ? nil : code))
        server.closed(connection)
        line.connection = nil
    }

    // MARK: What guests are sent

    /// Sends presence to a guest with all others that get the same.
    func sendPresence(_ bundle: FrameBundle, to guest: Int) {
        if let waiting = presence, waiting.bundle !== bundle { sendPresence() }
        presence = (bundle, (presence?.guests ?? []) + [guest])
        flush.setAtLatest(at: server.now)
    }

    private func sendPresence() {
        guard let (bundle, guests) = presence, !isOver else { return }
        presence = nil
        for frame in bundle.frames {
            let message = LinkWriter(.presence, bundle.number).with(numbers: guests)
            connection.send(Frame(text: message.with(frame.payload).bytes))
        }
    }

    func send(_ bundle: FrameBundle, to guest: Int) {
        send(LinkWriter(.bundle, number(of: bundle), guest))
    }

    /// The number by which the other server knows a bundle, which it is sent first.
    private func number(of bundle: FrameBundle) -> Int {
        if let known = bundles.first(where: { $0.bundle === bundle }) { return known.number }
        lastBundle += 1
        for frame in bundle.frames { send(LinkWriter(.part, lastBundle).with(frame.payload)) }
        bundles.append((lastBundle, bundle))
        if bundles.count > Self.bundlesMax {
            send(LinkWriter(.forget, bundles.removeFirst().number))
        }
        return lastBundle
    }

    /// The mirror of a log on the other server, which is made first.
    func mirror(of log: FrameLog) -> LogMirror {
        if let known = mirrors[ObjectIdentifier(log)] { return known }
        lastLog += 1
        let mirror = LogMirror(of: log, lastLog, by: self)
        mirrors[ObjectIdentifier(log)] = mirror
        return mirror
    }

    func drop(_ mirror: LogMirror) {
        mirrors[ObjectIdentifier(mirror.log)] = nil
        send(LinkWriter(.end, mirror.number))
    }

    // MARK: Its end

    func close(_ cause: String) {
        guard !isOver else { return }
        server.log.info(
            "link ended",
            metadata: ["address": "\(connection.peerAddress)", "cause": "\(cause)"]
        )
        connection.close(CloseCode.forbidden.rawValue, "forbidden: \(cause)")
        end()
    }

    /// The other server is gone, and so are its guests.
    func end() {
        guard !isOver else { return }
        isOver = true
        for line in guests.values { leave(line, 0) }
        gateway.ended(self)
    }
}

/// A log of which another server has a copy.
final class LogMirror: FrameLogMirror {
    let log: FrameLog
    let number: Int
    private var followers = 0
    private unowned let link: IncomingLink

    init(of log: FrameLog, _ number: Int, by link: IncomingLink) {
        self.log = log
        self.number = number
        self.link = link
        link.send(LinkWriter(.log, number, log.firstIndex))
        for payload in log.payloads { appended(payload) }
        log.mirrors.append(self)
    }

    func appended(_ payload: [UInt8]) { link.send(LinkWriter(.frame, number).with(payload)) }

    func trimmed(to index: Int) { link.send(LinkWriter(.trim, number, index)) }

    func add(_ guest: Int, from index: Int) {
        followers += 1
        link.send(LinkWriter(.follow, number, guest, index))
    }

    func remove() {
        followers -= 1
        guard followers == 0 else { return }
        log.mirrors.removeAll { $0 === self }
        link.drop(self)
    }
}

/// The line of a guest that another server has.
final class RemoteLine: Line {
    let number: Int
    var connection: Connection?
    private(set) var closeCode: UInt16?
    private unowned let link: IncomingLink
    private var mirror: LogMirror?

    init(_ number: Int, by link: IncomingLink) {
        self.number = number
        self.link = link
    }

    var isOpen: Bool { closeCode == nil }
    // What waits for the guest is the other server's.
    var hasBacklog: Bool { false }
    var isAtRest: Bool { true }
    var queuedBytes: Int { 0 }
    var backlogBytes: Int { 0 }

    func send(_ frame: Frame) {
        if isOpen { link.send(LinkWriter(.send, number).with(frame.payload)) }
    }

    func send(_ bundle: FrameBundle) {
        if isOpen, !bundle.frames.isEmpty { link.send(bundle, to: number) }
    }

    func sendOrDrop(_ bundle: FrameBundle) -> Bool {
        if isOpen { link.sendPresence(bundle, to: number) }
        return isOpen
    }

    func probe() -> Bool {
        if isOpen { link.send(LinkWriter(.probe, number)) }
        return false
    }

    // Its messages go the way that the log goes, in order.
    func catchUp() {}

    func follow(_ log: FrameLog, from index: Int) {
        guard isOpen else { return }
        let next = link.mirror(of: log)
        next.add(number, from: index)
        unfollow()
        mirror = next
    }

    func unfollow() {
        mirror?.remove()
        mirror = nil
    }

    func rest(milliseconds: UInt64) { link.send(LinkWriter(.rest, number, Int(milliseconds))) }

    func close(_ code: UInt16, _ reason: String) {
        guard isOpen else { return }
        unfollow()
        closeCode = code
        link.send(LinkWriter(.close, number, Int(code)).with(reason.utf8))
    }

    // The other server counts what its guest costs.
    func count(for name: String) {}
    func charge(_ microseconds: Int) {}

    func redeliver(_ messages: [[UInt8]]) { link.redeliver(messages, from: self) }
}
