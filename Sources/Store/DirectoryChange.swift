/// What happens to names and tokens, whatever is in the documents.
package enum DirectoryChange: Hashable, Sendable {
    /// A document is made, unless there are `countMax` with edits, or `userCountMax` of the user;
    /// `time` is milliseconds since 1970, and `user` is empty for nobody.
    case create(
        name: String,
        epoch: UInt64,
        time: Int64,
        countMax: Int,
        user: String = "",
        userCountMax: Int = .max
    )
    /// A document goes that has no edits, as if it had never been; one that has some stays.
    case discard(name: String, epoch: UInt64)
    /// A document gets another name.
    ///
    /// Entries that were submitted before belong to it under whatever name.
    case rename(name: String, to: String)
    /// A document goes, with its history.
    ///
    /// Nothing may be submitted for it afterwards but snapshots, which are left out.
    case delete(name: String)
    /// A document takes no edits for now, or does again.
    ///
    /// The journal notes it, and stores edits all the same: to refuse them is the caller's part.
    case freeze(name: String, isFrozen: Bool)
    /// Tokens are refused.
    case revoke(StoredRevocation)
    /// Tokens are refused no longer.
    case pardon(StoredRevocation)

    /// The name of the document that it is about; nil for tokens.
    package var name: String? {
        switch self {
        case .create(let name, _, _, _, _, _), .discard(let name, _), .rename(let name, _),
            .delete(let name), .freeze(let name, _):
            name
        case .revoke, .pardon: nil
        }
    }
}

/// What came of a change.
package enum DirectoryOutcome: Equatable, Sendable {
    case done
    /// A document is gone, with the history of this id.
    case deleted(epoch: UInt64)
    /// There is no such document.
    case missing
    /// A document has that name.
    case taken
    /// There are as many documents as there may be.
    case tooMany
    /// The user has as many documents as one may have.
    case userHasTooMany
    /// The document is frozen, and neither renamed nor deleted.
    case frozen
    /// Another server has the document: the change is for it, at this address.
    case elsewhere(String)
}

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
