/// A word of the operator's that refuses tokens which are signed and have not expired.
package struct StoredRevocation: Hashable, Sendable {
    /// What is told of the tokens.
    package enum Kind: String, Sendable {
        /// The id of one token.
        case id
        /// Who bears them.
        case user
    }

    /// What is told of the tokens.
    package let kind: Kind
    /// The token's id, or the user.
    package let subject: String
    /// When, in milliseconds since 1970: a user's later tokens count.
    package let time: Int64

    /// A word of these parts.
    package init(_ kind: Kind, _ subject: String, time: Int64) {
        self.kind = kind
        self.subject = subject
        self.time = time
    }
}
