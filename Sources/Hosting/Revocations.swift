package import Store
internal import Tokens

/// Tokens that are refused although they are signed and have not expired.
package struct Revocations: Equatable, Sendable {
    /// Ids of tokens, with the time of the word, in milliseconds since 1970.
    package private(set) var ids: [String: Int] = [:]
    /// Users, with the time before which their tokens do not count, in milliseconds since 1970.
    package private(set) var users: [String: Int] = [:]

    /// Those that were kept.
    init(_ stored: [StoredRevocation] = []) {
        for revocation in stored { insert(revocation) }
    }

    /// Refuses the tokens that a word is about.
    ///
    /// A second word about the same counts when it reaches further.
    mutating func insert(_ revocation: StoredRevocation) {
        let (subject, time) = (revocation.subject, Int(revocation.time))
        switch revocation.kind {
        case .id: ids[subject] = max(ids[subject] ?? 0, time)
        case .user: users[subject] = max(users[subject] ?? 0, time)
        }
    }

    /// Whether there is a word about the same tokens.
    package func has(_ revocation: StoredRevocation) -> Bool {
        switch revocation.kind {
        case .id: ids[revocation.subject] != nil
        case .user: users[revocation.subject] != nil
        }
    }

    /// Takes the word about some tokens back.
    mutating func remove(_ revocation: StoredRevocation) {
        switch revocation.kind {
        case .id: ids[revocation.subject] = nil
        case .user: users[revocation.subject] = nil
        }
    }

    /// Whether a token is refused.
    ///
    /// One that does not say when it was issued is as old as can be. The issuer's clock may be
    /// ahead: what it seems to have issued shortly after the word may be older.
    func cover(_ grant: Grant) -> Bool {
        if let id = grant.id, ids[id] != nil { return true }
        guard let user = grant.user, let time = users[user] else { return false }
        return (grant.issued ?? 0) < time + Int(TokenVerifier.leewaySeconds * 1_000)
    }
}
