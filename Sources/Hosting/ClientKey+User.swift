internal import Cryptography
internal import Wire

extension ClientKey {
    /// The key of a client whose token names a user: with another user's it is another client.
    ///
    /// Without this, anyone who saw a key could undo its user's edits and take over the client.
    func bound(to user: String) -> ClientKey {
        let code = HMACSHA256(secret: Array(text.utf8)).code(of: Array(user.utf8))
        return ClientKey(bytes: Array(code.prefix(16)))
    }
}
