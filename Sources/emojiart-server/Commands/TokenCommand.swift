internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Operations
internal import Tokens
internal import Wire

struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Issue a token that gives access to documents.",
        discussion: """
            emojiart-server token --new-secret token.secret
            emojiart-server token --secret token.secret --documents 'team-*' --role editor \
            --user ada --hours 8

            --link https://HOST prints an address to open in a browser. The token follows a #: \
            browsers do not send that part to servers or proxies.
            """
    )

    @Option(help: "Create a file with a new secret, and do nothing else.")
    var newSecret: String?

    @Option(help: "Create a key pair (EdDSA): FILE for this command, FILE.jwks for servers.")
    var newKeys: String?

    @Option(help: "File of the secret to sign with, made by --new-secret.")
    var secret: String?

    @Option(help: "File of the private key to sign with, made by --new-keys.")
    var key: String?

    @Option(help: "Document name, in which * matches any characters; repeatable.")
    var documents: [String] = []

    @Option(
        help: "Role: viewer, editor or owner (default: editor).",
        transform: Token.role
    )
    var role = Role.editor

    @Option(help: "User who gets the token; revoke --user revokes by this name.")
    var user: String?

    @Option(help: "Name that other members see; without it the client chooses one.")
    var name: String?

    @Option(help: "Hours until the token expires, at most 8784.")
    var hours: Double = 1

    @Option(help: "Audience, for servers with --token-audience.")
    var audience: String?

    @Option(help: "HTTPS address of a server: print a link to its first document.")
    var link: String?

    func validate() throws {
        if newSecret != nil || newKeys != nil { return }
        guard (secret == nil) != (key == nil) else {
            throw ValidationError("give either --secret FILE or --key FILE")
        }
        guard !documents.isEmpty else { throw ValidationError("give at least one --documents") }
        for text in documents where DocumentPattern(text) == nil {
            throw ValidationError("'\(text)' is not a document name: use a-z 0-9 - _ and *")
        }
        guard link == nil || DocumentName(documents[0]) != nil else {
            throw ValidationError("--link needs a document name without * first")
        }
        guard hours > 0, hours <= 24 * 366 else {
            throw ValidationError("--hours must be more than 0 and at most 8784 (a year)")
        }
        if let name, !MemberName.isValid(name) {
            throw ValidationError("--name is too long, or has control characters")
        }
    }

    func run() throws {
        if let newSecret { return try KeyFile.makeSecret(newSecret) }
        if let newKeys { return try KeyFile.makeKeys(newKeys) }
        let now = Date.now.timeIntervalSince1970.rounded(.down)
        var claims = TokenClaims(
            documents: documents,
            role: role.rawValue,
            exp: now + (hours * 3_600).rounded()
        )
        claims.sub = user
        claims.name = name
        claims.iat = now
        claims.jti = UUID().uuidString.lowercased()
        claims.aud = audience.map { [$0] }
        let token = try signer().sign(claims)
        guard token.utf8.count <= Limits.tokenBytesMax else {
            throw ValidationError("the token is longer than servers accept: give fewer --documents")
        }
        // Not on standard output, which is the token alone.
        let note = "token id, for revoke --id: \(claims.jti ?? "")\n"
        try? FileHandle.standardError.write(contentsOf: Data(note.utf8))
        guard let link else { return print(token) }
        let base = link.hasSuffix("/") ? String(link.dropLast()) : link
        print("\(base)/canvas/\(documents[0])#token=\(token)")
    }

    private static func role(_ text: String) throws -> Role {
        guard let role = Role(rawValue: text) else {
            throw ValidationError("the role must be viewer, editor or owner")
        }
        return role
    }

    private func signer() throws -> TokenSigner {
        try OperatorExit.ifFailing {
            if let key { return try KeyFile.signingKey(in: key) }
            return .secret(try KeyFile.secret(in: secret ?? ""))
        }
    }
}
