internal import DequeModule
internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

// What connections and requests bring.
extension Server: ListenerHandler {
    func upgrade(_ request: HTTPRequest) -> UpgradeDecision {
        if let refusal = access.refusal(of: request) { return .refuse(refusal) }
        guard Route(request.path)?.socket != nil else {
            return .refuse(
                HTTPResponse(
                    status: 404,
                    text: "Connect to /documents/NAME; a name is a-z 0-9 - _."
                )
            )
        }
        return .accept
    }

    func opened(_ connection: Connection, request: HTTPRequest) {
        guard drain == nil, let name = Route(request.path)?.socket else {
            return connection.close(CloseCode.restarting.rawValue, "restarting: retry_after=1000")
        }
        let guest = Guest(connection, name: name)
        connection.owner = guest
        documents.add(guest)
        silent.append((now + Self.helloTimeout, guest))
        loop.setAlarm(at: now + Self.helloTimeout)
    }

    func received(_ message: Span<UInt8>, on connection: Connection) {
        guard drain == nil, let guest = connection.owner as? Guest else { return }
        do throws(DecodeError) {
            let message = try decoder.clientMessage(message)
            switch guest.phase {
            case .silent:
                guard case .hello(let hello) = message else {
                    return guest.close(.badMessage, "bad_message: hello comes first")
                }
                enter(guest, hello)
            case .member(let document):
                if isTooMuch(message, for: document) { return turnAway(guest) }
                document.receive(message, from: guest)
            case .waiting: guest.close(.badMessage, "bad_message: wait for the welcome")
            case .gone: return
            }
        } catch {
            log.debug("bad message", metadata: ["cause": "\(error)"])
            part(guest)
            guest.close(.badMessage, "bad_message: \(error)")
        }
    }

    /// Whether the disk is too far behind for a message whose answer has to wait for it.
    private func isTooMuch(_ message: ClientMessage, for document: OpenDocument) -> Bool {
        switch message {
        case .edit: isOverloaded || document.session.isBehind
        case .resync: document.session.isBehind
        case .hello, .presence, .ping: false
        }
    }

    /// The disk cannot keep up: the edit, and those after it, wait at the client.
    func turnAway(_ guest: Guest) {
        part(guest)
        let wait = Chance.number(in: 1_000...5_000)
        guest.close(.overloaded, "overloaded: the disk is behind, retry_after=\(wait)")
    }

    func drained(_ connection: Connection) {
        guard let guest = connection.owner as? Guest, case .member(let document) = guest.phase
        else { return }
        document.drained(guest)
    }

    func lagged(_ connection: Connection) {
        guard let guest = connection.owner as? Guest, case .member(let document) = guest.phase
        else { return }
        document.lagged(guest)
    }

    func closed(_ connection: Connection) {
        guard let guest = connection.owner as? Guest else { return }
        // They hold each other.
        connection.owner = nil
        part(guest)
        documents.remove(guest)
    }

    /// Takes a guest out of its document.
    func part(_ guest: Guest) {
        if case .member(let document) = guest.phase {
            document.leave(guest)
            loop.setAlarm(at: now + UInt64(options.idleSeconds) * 1_000)
        }
        guest.phase = .gone
    }
}
