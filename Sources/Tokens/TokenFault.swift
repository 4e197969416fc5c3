package import Wire

/// Why somebody is not let in, or not any more.
package enum TokenFault: Error, Equatable, Sendable {
    case missing
    /// Not a token, or one without the claims that are asked for; says what is wrong.
    case malformed(String)
    /// Of no key of this server, or changed since it was signed.
    case badSignature
    /// For another server.
    case wrongAudience
    case notYetValid
    case expired
    case revoked
    /// Another user's, on a connection that has one.
    case otherUser
    /// Good, and not for this document.
    case otherDocument
    /// Not looked at: too many of the same address were not signed.
    case tooMany
    /// Good, and not for what is asked: the least role that would do.
    case needs(Role)

    /// The code of the close that tells it.
    package var closeCode: CloseCode {
        switch self {
        case .otherDocument, .needs, .otherUser: .forbidden
        case .tooMany: .overloaded
        default: .unauthorized
        }
    }

    /// The cause, for a close reason, an HTTP answer and the log: nothing of the token is in it.
    package var text: String {
        switch self {
        case .missing: "a token is needed"
        case .malformed(let what): "the token is malformed: \(what)"
        case .badSignature: "the token is not signed with a key of this server"
        case .wrongAudience: "the token is for another server"
        case .notYetValid: "the token is not valid yet"
        case .expired: "the token has expired"
        case .revoked: "the token was revoked"
        case .otherUser: "the token is for another user"
        case .otherDocument: "the token is not for this document"
        case .tooMany: "too many bad tokens from your address, retry_after=5000"
        case .needs(let role): "this needs the role \(role.rawValue)"
        }
    }
}
