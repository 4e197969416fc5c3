internal import EmojiArt
internal import Logging
package import Store
internal import Tokens
internal import Transport
internal import WebSockets
internal import Wire

/// Judges tokens: decides who may join and with which role.
package final class TokenGate {
    /// What judges a token by itself; another one sends members away whose token it refuses.
    var tokens: TokenVerifier {
        didSet { endUnwelcome() }
    }

    /// The tokens that are refused although their signature is valid; members with such a token are
    /// sent away.
    package internal(set) var revocations: Revocations {
        didSet {
            if revocations != oldValue { endUnwelcome() }
        }
    }

    /// When the log may name a refused token again, and how many there were since.
    private var refused = (due: UInt64(0), count: 0)
    private unowned let server: Server
    private lazy var expiry = Alarm(server.alarms) { [unowned self] _ in endExpired() }

    init(of server: Server, _ tokens: TokenVerifier, _ revocations: Revocations) {
        self.server = server
        self.tokens = tokens
        self.revocations = revocations
    }

    /// Judges the token of a hello, and keeps with the guest what it grants.
    ///
    /// - Returns: The hello to go on with, under the name that the token gives; nil once the guest
    ///   was sent away.
    func letIn(_ guest: Guest, _ hello: ClientMessage.Hello) -> ClientMessage.Hello? {
        guard tokens.isRequired else { return hello }
        if server.neighbours != nil, server.journal.statistics.stall == .unreachable {
            // What the other servers were told of tokens is not known here.
            server.turnAway(guest, because: "revoked tokens cannot be read")
            return nil
        }
        do throws(TokenFault) {
            let address = guest.connection.peerAddress
            let grant = try judge(hello.token ?? "", for: guest.name, from: address)
            let count = server.options.connectionsPerUser
            guard server.documents.grant(grant, to: guest, countMax: count) else {
                guest.close(.crowded, "crowded: the user has \(count) connections")
                return nil
            }
            watchEnd(of: grant)
            var hello = hello
            if let user = grant.user {
                guest.connection.count(for: user)
                hello.key = hello.key?.bound(to: user)
            }
            if let name = grant.name { hello.name = name }
            return hello
        } catch {
            refuse(guest, error)
            return nil
        }
    }

    /// Puts another token in the place of the one that a guest came with.
    func renew(_ guest: Guest, _ token: String) {
        guard tokens.isRequired else { return }
        do throws(TokenFault) {
            let address = guest.connection.peerAddress
            let grant = try judge(token, for: guest.name, from: address)
            guard grant.user == guest.grant?.user else { throw .otherUser }
            guest.grant = grant
            watchEnd(of: grant)
            guest.admission.document?.permit(guest, grant.access)
        } catch {
            server.part(guest)
            refuse(guest, error)
        }
    }

    /// Sends those away whose tokens are not good any more.
    private func endExpired() {
        let time = Clock.milliseconds
        for guest in server.documents.guests {
            // Of a guest whose document is elsewhere, the server there judges the token.
            if case .relayed = guest.admission { continue }
            guard let grant = guest.grant else { continue }
            if grant.expires + Self.expiryLeeway <= time {
                server.part(guest)
                refuse(guest, .expired)
            } else {
                watchEnd(of: grant)
            }
        }
    }

    /// Sends those away whose tokens were revoked, and, now that tokens are asked for, those who
    /// came in without.
    private func endUnwelcome() {
        guard tokens.isRequired else { return }
        for guest in server.documents.guests {
            switch guest.admission {
            case .silent, .relayed: continue
            default: break
            }
            if let grant = guest.grant, !revocations.cover(grant) { continue }
            let fault: TokenFault = guest.grant == nil ? .missing : .revoked
            server.part(guest)
            refuse(guest, fault)
        }
    }

    func grant(
        for request: HTTPRequest,
        of name: DocumentName?,
        least: Role
    ) throws(TokenFault) -> Grant? {
        guard tokens.isRequired else { return nil }
        let token = request.bearer ?? ""
        let grant = try judge(token, for: name, from: request.peerAddress)
        guard grant.role >= least else { throw .needs(least) }
        return grant
    }

    private func judge(
        _ token: String,
        for name: DocumentName?,
        from address: String
    ) throws(TokenFault) -> Grant {
        let guesser = [NetworkAddress.counted(address)]
        guard server.group.guesses.has(guesser, now: server.now) else {
            throw .tooMany
        }
        do throws(TokenFault) {
            let grant = try tokens.verify(token, now: Clock.milliseconds)
            guard !revocations.cover(grant) else { throw .revoked }
            if let name, !grant.covers(name) { throw .otherDocument }
            return grant
        } catch {
            switch error {
            case .badSignature, .malformed:
                _ = server.group.guesses.take(guesser, burst: Self.guessesAtOnce, now: server.now)
            case .missing: throw error
            default: break
            }
            tell(error, from: address)
            throw error
        }
    }

    /// Tokens without a good signature that an address may send at once; then it is one a second.
    private static let guessesAtOnce = 50

    /// Names a refused token's cause and address in the log, at most once a second.
    private func tell(_ fault: TokenFault, from address: String) {
        refused.count += 1
        guard server.now >= refused.due else { return }
        server.log.notice(
            "token refused",
            metadata: [
                "address": "\(address)", "cause": "\(fault.text)",
                "count": "\(refused.count)",
            ]
        )
        refused = (due: server.now + 1_000, count: 0)
    }

    private func refuse(_ guest: Guest, _ fault: TokenFault) {
        let code = fault.closeCode
        guest.close(code, "\(code.name): \(fault.text)")
    }

    /// Looks at the tokens again when one of them ends.
    ///
    /// A token's end is a time of the wall clock, and the alarm one of the loop's: if the wall
    /// clock is set meanwhile, the alarm finds nothing to do and comes again.
    private func watchEnd(of grant: Grant) {
        let wait = max(0, grant.expires + Self.expiryLeeway - Clock.milliseconds)
        // Not every end has an alarm of its own: they are looked at together, once a second.
        expiry.setAtLatest(at: server.now + UInt64(min(wait, Self.expiryLookMax)) + 1_000)
    }

    /// Milliseconds for which a token counts after its end: clocks differ.
    private static let expiryLeeway = 60_000
    /// Milliseconds after which the ends are compared with the wall clock in any case.
    private static let expiryLookMax = 600_000
}

/// Tokens that are refused although they are signed and have not expired.
package struct Revocations: Equatable, Sendable {
    /// The times of the words about each id and each user, in milliseconds since 1970: a user's
    /// tokens of before do not count.
    package private(set) var times: [StoredRevocation.Kind: [String: Int]] = [.id: [:], .user: [:]]

    init(_ stored: [StoredRevocation] = []) {
        for revocation in stored { insert(revocation) }
    }

    /// Refuses the tokens that a word is about.
    ///
    /// A second word about the same counts when it reaches further.
    mutating func insert(_ revocation: StoredRevocation) {
        let known = times[revocation.kind]?[revocation.subject] ?? 0
        times[revocation.kind]?[revocation.subject] = max(known, Int(revocation.time))
    }

    /// Whether there is a word about the same tokens.
    package func has(_ revocation: StoredRevocation) -> Bool {
        times[revocation.kind]?[revocation.subject] != nil
    }

    mutating func remove(_ revocation: StoredRevocation) {
        times[revocation.kind]?[revocation.subject] = nil
    }

    /// Whether a token is refused.
    ///
    /// One that does not say when it was issued is as old as can be. The issuer's clock may be
    /// ahead: what it seems to have issued shortly after the word may be older.
    func cover(_ grant: Grant) -> Bool {
        if let id = grant.id, times[.id]?[id] != nil { return true }
        guard let user = grant.user, let time = times[.user]?[user] else { return false }
        return (grant.issued ?? 0) < time + Int(TokenVerifier.leewaySeconds * 1_000)
    }
}
