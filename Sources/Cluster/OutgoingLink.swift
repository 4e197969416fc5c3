internal import Cryptography
internal import EmojiArt
internal import Hosting
internal import Logging
internal import Transport
internal import WebSockets
internal import Wire

/// The connection to a server that has documents of guests who are here.
final class OutgoingLink: ClientConnectionHandler {
    private enum Stage {
        case connecting
        case ready
        case ended
    }

    let address: String
    private unowned let gateway: Gateway
    private var connection: ClientConnection?
    private var stage = Stage.connecting
    private var heardAt: UInt64
    private var guests: [Int: RelayedGuest] = [:]
    private var logs: [Int: FrameLog] = [:]
    private var bundles: [Int: (frames: [Frame], whole: FrameBundle?)] = [:]

    init(to address: String, of gateway: Gateway) {
        self.address = address
        self.gateway = gateway
        heardAt = gateway.server.now
        let scheme = address.hasPrefix("https") ? "wss" : "ws"
        let rest = address.drop { $0 != ":" }
        guard let url = try? WebSocketURL("\(scheme)\(rest)\(Server.neighboursPath)") else {
            preconditionFailure("The address of a server was checked when it was set.")
        }
        connection = ClientConnection(
            on: gateway.server.loop,
            to: url,
            subprotocol: Server.subprotocol,
            handler: self
        )
    }

    func add(_ guest: Guest, _ hello: ClientMessage.Hello) -> any Relay {
        let relayed = RelayedGuest(guest, hello, by: self, at: gateway.server.now)
        guests[guest.number] = relayed
        if case .ready = stage { join(relayed) }
        return relayed
    }

    private func join(_ relayed: RelayedGuest) {
        // As it came: the server that has the document judges it anew.
        let hello = ClientMessage.hello(relayed.guest.hello ?? relayed.hello)
        let message = LinkWriter(.join, relayed.guest.number)
            .with(relayed.guest.connection.peerAddress.utf8)
            .with(relayed.guest.name.string.utf8)
        send(message.with(hello.encoded))
    }

    func send(_ message: LinkWriter) {
        if case .ready = stage { connection?.send(message.bytes) }
    }

    func remove(_ relayed: RelayedGuest, _ code: UInt16?) {
        guard guests.removeValue(forKey: relayed.guest.number) != nil else { return }
        send(LinkWriter(.gone, relayed.guest.number, Int(code ?? 0)))
    }

    func tick(now: UInt64) {
        guard now - heardAt < Gateway.silenceMax else { return end("it is silent") }
        send(LinkWriter(.tick))
        for relayed in guests.values
        where !relayed.isWelcome && now - relayed.since >= Gateway.welcomeMax {
            remove(relayed, nil)
            gateway.lookAgain(relayed.guest, relayed.hello)
        }
    }

    // MARK: What the other server says

    func opened(_ connection: ClientConnection) {}

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        heardAt = gateway.server.now
        do throws(LinkFault) {
            var reader = LinkReader([UInt8](copying: message))
            try receive(try reader.word(), &reader)
        } catch {
            end("it says what no server says")
        }
    }

    private func receive(_ word: LinkWord, _ reader: inout LinkReader) throws(LinkFault) {
        switch word {
        case .challenge:
            let code = gateway.secret.code(of: reader.payload)
            let digits = SHA256Digest.hexadecimal(code)
            connection?.send(LinkWriter(.hello, Gateway.version).with(digits.utf8).bytes)
        case .ready:
            stage = .ready
            gateway.reached(address)
            for guest in guests.values { join(guest) }
        case .tick: break
        case .send:
            try guest(&reader)?.send(Frame(text: reader.payload))
        case .part:
            let number = try reader.number()
            bundles[number, default: ([], nil)].frames.append(Frame(text: reader.payload))
        case .bundle:
            let number = try reader.number()
            guard let (frames, whole) = bundles[number] else { throw LinkFault() }
            let bundle = whole ?? FrameBundle(frames, on: gateway.server.loop)
            bundles[number]?.whole = bundle
            try guest(&reader)?.send(bundle)
        case .forget: bundles[try reader.number()] = nil
        case .presence:
            let message = try reader.number()
            let ranges = try reader.numbers()
            let bundle = FrameBundle([Frame(text: reader.payload)], on: gateway.server.loop)
            for number in ranges.joined() {
                guard let guest = guests[number] else { continue }
                guest.guest.connection.catchUp()
                if guest.guest.connection.sendOrDrop(bundle) { continue }
                send(LinkWriter(.missed, number, message))
            }
        case .log:
            let number = try reader.number()
            logs[number] = FrameLog(firstIndex: try reader.number())
        case .frame: logs[try reader.number()]?.append(reader.payload)
        case .trim:
            let log = logs[try reader.number()]
            log?.trim(to: min(try reader.number(), log?.endIndex ?? 0))
        case .follow:
            let log = logs[try reader.number()]
            let guest = try guest(&reader)
            let index = try reader.number()
            guard let log, index <= log.endIndex else { throw LinkFault() }
            guest?.guest.connection.follow(log, from: index)
        case .end: logs[try reader.number()] = nil
        case .rest:
            let guest = try guest(&reader)
            guest?.guest.connection.rest(milliseconds: UInt64(try reader.number()))
        case .close:
            let guest = try guest(&reader)
            let code = try reader.number()
            if let guest { close(guest, code, String(decoding: reader.payload, as: UTF8.self)) }
        case .probe:
            if let guest = try guest(&reader), guest.guest.connection.probe() { guest.drained() }
        case .hello, .join, .message, .drained, .lagged, .missed, .gone: throw LinkFault()
        }
    }

    private func guest(_ reader: inout LinkReader) throws(LinkFault) -> RelayedGuest? {
        guests[try reader.number()]
    }

    /// The other server sends a guest away: one that had not joined yet looks for its document
    /// again, as that may be elsewhere now.
    private func close(_ relayed: RelayedGuest, _ code: Int, _ reason: String) {
        remove(relayed, nil)
        let code = UInt16(clamping: code)
        let isForNow =
            code == CloseCode.restarting.rawValue || code == CloseCode.overloaded.rawValue
        if isForNow, !relayed.isWelcome {
            gateway.lookAgain(relayed.guest, relayed.hello)
        } else {
            relayed.guest.end(code, reason)
        }
    }

    // MARK: Its end

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) { end("\(reason)") }

    /// The other server is gone, or cannot be reached.
    func end(_ cause: String) {
        if case .ended = stage { return }
        let wasReady = if case .ready = stage { true } else { false }
        stage = .ended
        gateway.ended(self, cannot: !wasReady, cause)
        let left = guests.values
        guests = [:]
        for relayed in left {
            if relayed.isWelcome {
                let wait = Chance.number(in: 50...250)
                relayed.guest.close(.restarting, "restarting: retry_after=\(wait)")
            } else {
                gateway.lookAgain(relayed.guest, relayed.hello)
            }
        }
        connection?.close(CloseCode.goingAway.rawValue, "")
        connection = nil
    }
}

/// A guest of this server whose document another has.
final class RelayedGuest: Relay {
    let guest: Guest
    let hello: ClientMessage.Hello
    /// True once the other server has said something to it.
    private(set) var isWelcome = false
    /// When it came here, in milliseconds of the loop's clock.
    let since: UInt64
    private unowned let link: OutgoingLink

    init(
        _ guest: Guest,
        _ hello: ClientMessage.Hello,
        by link: OutgoingLink,
        at time: UInt64
    ) {
        since = time
        self.guest = guest
        self.hello = hello
        self.link = link
    }

    // Both may follow edits that came in the same turn, and that a turn would send after them.

    func send(_ frame: Frame) {
        isWelcome = true
        guest.connection.catchUp()
        guest.connection.send(frame)
    }

    func send(_ bundle: FrameBundle) {
        guest.connection.catchUp()
        guest.connection.send(bundle)
    }

    func receive(_ message: Span<UInt8>) {
        guard isWelcome else {
            link.remove(self, nil)
            return guest.close(.badMessage, "bad_message: wait for the welcome")
        }
        link.send(LinkWriter(.message, guest.number).with([UInt8](copying: message)))
    }

    func drained() { link.send(LinkWriter(.drained, guest.number)) }

    func lagged() { link.send(LinkWriter(.lagged, guest.number)) }

    func leave() { link.remove(self, guest.connection.closeCode) }
}
