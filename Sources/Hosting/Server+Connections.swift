package import EmojiArt
internal import Logging
internal import Store
internal import Sync
internal import Tokens
internal import Transport
package import WebSockets
internal import Wire

// What connections and requests bring.
extension Server: ListenerHandler {
    /// Refuses what names no document of this loop, or comes from where it may not.
    package func refusalOfUpgrade(_ request: HTTPRequest) -> HTTPResponse? {
        // Another server says who it is by a secret that they share.
        if request.path == Self.neighboursPath, neighbours != nil { return nil }
        if let refusal = entrance.origins.refusal(of: request) { return refusal }
        guard let name = Route(request.path)?.socket else {
            return HTTPResponse(
                status: 404,
                text: "Connect to /documents/NAME; a name is a-z 0-9 - _."
            )
        }
        return isHome(of: name) ? nil : .misdirected
    }

    /// Where other servers of the store connect.
    package static let neighboursPath = "/servers"

    /// A WebSocket has come: of a client, or of another server.
    package func opened(_ connection: Connection, request: HTTPRequest) {
        if request.path == Self.neighboursPath, let neighbours {
            return neighbours.greet(connection)
        }
        guard drain == nil, let name = Route(request.path)?.socket else {
            return connection.close(CloseCode.restarting.rawValue, "restarting: retry_after=1000")
        }
        if connection.isTooMany {
            return turnAway(connection, because: "too many connections from your address")
        }
        if documents.silentCount >= options.connectionsSilent, !sendAwaySilent() {
            return turnAway(connection, because: "too many connections without hello")
        }
        metrics.openedConnections += 1
        welcome(connection, to: name)
    }

    /// Waits for the hello of a connection.
    package func welcome(_ connection: Connection, to name: DocumentName) {
        let guest = Guest(connection, name: name, options, now: now)
        connection.owner = guest
        documents.add(guest)
        silent.add(guest, now: now)
    }

    private func turnAway(_ connection: Connection, because cause: String) {
        let wait = Chance.number(in: 1_000...5_000)
        let reason = "overloaded: \(cause), retry_after=\(wait)"
        connection.close(CloseCode.overloaded.rawValue, reason)
    }

    /// Makes room for a connection by closing the one that has been without a hello for longest;
    /// false when this loop has none.
    private func sendAwaySilent() -> Bool {
        guard let guest = silent.takeOldest() else { return false }
        documents.heard(guest)
        guest.close(.helloTimeout, "hello_timeout: others wait, and no hello came")
        return true
    }

    /// A client says something.
    package func received(_ message: Span<UInt8>, on connection: Connection) {
        guard let guest = connection.owner as? Guest else {
            if let server = connection.owner { neighbours?.received(message, from: server) }
            return
        }
        if case .relayed(let relay) = guest.admission { return relay.receive(message) }
        guard drain == nil else {
            // Who came just before would wait for the end of what the others sent.
            if case .silent = guest.admission {
                guest.close(.restarting, "restarting: retry_after=1000")
            }
            return
        }
        if case .held(_, .past) = guest.admission {
            if !guest.hold(message) { turnAway(guest, because: "too much waits for a revert") }
            return
        }
        do throws(DecodeError) {
            var message = try decoder.clientMessage(message)
            switch guest.admission {
            case .silent:
                guard case .hello(let hello) = message else {
                    return guest.close(.badMessage, "bad_message: send hello first")
                }
                documents.heard(guest)
                if neighbours != nil { guest.hello = hello }
                if let hello = tokenGate.letIn(guest, hello) { enter(guest, hello) }
            case .member(let document), .held(let document, _):
                guest.pace(message, now: now)
                if case .token(let token) = message { return tokenGate.renew(guest, token) }
                if case .edit = message, takesNoEdits(document) { return hold(guest) }
                if case .edit(var edit) = message,
                    let code = refusal(of: edit.request, in: document)
                {
                    edit.request = .invalid(code)
                    message = .edit(edit)
                }
                if isTooMuch(message, for: document) {
                    if case .edit = message { metrics.turnedAwayEdits += 1 }
                    return turnAway(guest)
                }
                if case .edit = message, guest.mayBeNew, !takesNew(guest, in: document) {
                    return turnAway(guest, because: "too many new clients of yours")
                }
                if holds(message, of: guest, in: document) { return }
                if let revision = document.session.pastNeeded(for: message, from: guest.number) {
                    return goBack(to: revision, message, from: guest, in: document)
                }
                document.receive(message, from: guest)
            case .opening: guest.close(.badMessage, "bad_message: wait for the welcome")
            case .relayed, .gone: return
            }
        } catch {
            log.debug("bad message", metadata: ["cause": "\(error)"])
            part(guest)
            guest.close(.badMessage, "bad_message: \(error)")
        }
    }

    /// Why an edit is refused for what the document has or takes on this server; nil for no reason.
    private func refusal(
        of request: ClientMessage.Request,
        in document: OpenDocument
    ) -> RefusalCode? {
        if isBeyondQuota(document) { return .quotaExceeded }
        if case .operation(.background(.url(let url))) = request, let digest = url.digest,
            !document.images.contains(digest)
        {
            return .badBackground
        }
        return nil
    }

    /// Whether a client may be stored with its first edit, if it is new.
    private func takesNew(_ guest: Guest, in document: OpenDocument) -> Bool {
        guest.mayBeNew = false
        guard document.session.isFirstEdit(of: guest.number) else { return true }
        let address = NetworkAddress.counted(guest.connection.peerAddress)
        let names = [address] + (guest.grant?.user.map { ["user \($0)"] } ?? [])
        return group.newClients.take(names, burst: 2 * options.connectionsPerAddress, now: now)
    }

    /// Whether the disk is too far behind for a message whose answer has to wait for it.
    private func isTooMuch(_ message: ClientMessage, for document: OpenDocument) -> Bool {
        switch message {
        case .edit: isOverloaded || document.session.isBehind
        case .resync: document.session.isBehind
        case .hello, .presence, .ping, .token: false
        }
    }

    /// The server cannot keep up: the edit, and those after it, wait at the client.
    func turnAway(_ guest: Guest, because cause: String = "the disk is behind") {
        part(guest)
        turnAway(guest.connection, because: cause)
    }

    /// A client has read all that there was for it.
    package func drained(_ connection: Connection) {
        guard let guest = connection.owner as? Guest else { return }
        if case .relayed(let relay) = guest.admission { relay.drained() }
        guest.admission.document?.drained(guest)
    }

    /// A client that another server has was not sent the presence message of a number: it has a
    /// backlog.
    package func missed(_ connection: Connection, _ message: Int) {
        guard let guest = connection.owner as? Guest else { return }
        guest.admission.document?.missed(guest, message)
    }

    /// A client was so slow that edits it had yet to get are gone.
    package func lagged(_ connection: Connection) {
        guard let guest = connection.owner as? Guest else { return }
        if case .relayed(let relay) = guest.admission { relay.lagged() }
        guest.admission.document?.lagged(guest)
    }

    /// A connection has ended.
    package func closed(_ connection: Connection) {
        guard let guest = connection.owner as? Guest else {
            if let server = connection.owner { neighbours?.left(server) }
            connection.owner = nil
            return
        }
        // They hold each other.
        connection.owner = nil
        metrics.closed(connection.closeCode)
        part(guest)
        documents.remove(guest)
    }

    func part(_ guest: Guest) {
        if case .relayed(let relay) = guest.admission { relay.leave() }
        guest.admission.document?.leave(guest)
        guest.admission = .gone
    }
}
