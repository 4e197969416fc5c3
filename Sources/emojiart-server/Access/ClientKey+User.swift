internal import Cryptography
internal import Wire

extension ClientKey {
    /// The key of a client whose token names a user: with another user's it is another client.
    ///
    /// Without this, anyone who saw a key could undo its user's edits and take over the client.
    func bound(to user: String) -> ClientKey {
        let code = HMACSHA256(secret: Array(text.utf8)).code(of: Array(user.utf8))
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        return ClientKey(high: word(code[..<8]), low: word(code[8..<16]))
    }
}
