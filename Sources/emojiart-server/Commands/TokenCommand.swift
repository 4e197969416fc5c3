internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Tokens
internal import Wire

/// `emojiart-server token`: issues a token, or makes the secret or keys to sign with.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Issue a token that lets its bearer into documents.",
        discussion: """
            emojiart-server token --new-secret token.secret
            emojiart-server token --secret token.secret --documents 'team-*' --role editor \
            --user ada --hours 8

            With --link https://HOST it prints the address to open in a browser: the token stands \
            behind a #, so that no server and no proxy on the way is sent it.
            """
    )

    @Option(help: "Make a new secret in a file of this name, and do nothing else.")
    var newSecret: String?

    @Option(help: "Make a new pair of keys (EdDSA): FILE for this command, FILE.jwks for servers.")
    var newKeys: String?

    @Option(help: "The file of the secret to sign with.")
    var secret: String?

    @Option(help: "The file of the private key to sign with, made by --new-keys.")
    var key: String?

    @Option(help: "A document's name, with * for any letters; may be repeated.")
    var documents: [String] = []

    @Option(help: "viewer, editor or owner.", transform: TokenCommand.role)
    var role = Role.editor

    @Option(help: "Who bears it, as you call them: by this name their tokens can be revoked.")
    var user: String?

    @Option(help: "The name that others see; without it the bearer chooses one.")
    var name: String?

    @Option(help: "Hours for which it is good.")
    var hours: Double = 1

    @Option(help: "What the server's --token-audience names.")
    var audience: String?

    @Option(help: "Print the address of the first of the documents at this server, for a browser.")
    var link: String?

    func validate() throws {
        if newSecret != nil || newKeys != nil { return }
        guard (secret == nil) != (key == nil) else {
            throw ValidationError("Say --secret FILE or --key FILE, one of them.")
        }
        guard !documents.isEmpty else { throw ValidationError("Say for which --documents.") }
        for text in documents where DocumentPattern(text) == nil {
            throw ValidationError("\(text) is no name of a document; a name is a-z 0-9 - _ and *.")
        }
        guard hours > 0, hours <= 24 * 366 else {
            throw ValidationError("--hours is more than 0 and at most 8784, a year.")
        }
        if let name, !MemberName.isValid(name) {
            throw ValidationError("--name is too long, or has control characters.")
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
            throw ValidationError("The token is longer than servers take: name fewer documents.")
        }
        // Not on standard output, which is the token alone.
        let note = "Its id, by which it can be revoked: \(claims.jti ?? "")\n"
        try? FileHandle.standardError.write(contentsOf: Data(note.utf8))
        guard let link else { return print(token) }
        let base = link.hasSuffix("/") ? String(link.dropLast()) : link
        print("\(base)/canvas/\(documents[0])#token=\(token)")
    }

    private static func role(_ text: String) throws -> Role {
        guard let role = Role(rawValue: text) else {
            throw ValidationError("The role is viewer, editor or owner.")
        }
        return role
    }

    private func signer() throws -> TokenSigner {
        do throws(ConfigurationError) {
            if let key { return try KeyFile.signingKey(in: key) }
            return .secret(try KeyFile.secret(in: secret ?? ""))
        } catch {
            try? FileHandle.standardError.write(
                contentsOf: Data("emojiart-server: \(error)\n".utf8)
            )
            throw ExitCode(78)
        }
    }
}
