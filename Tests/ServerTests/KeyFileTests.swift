import Cryptography
import EmojiArt
import Foundation
import Testing
import Tokens
import Wire

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Files of keys: made and read again; a file of another kind is refused with the next step.
struct KeyFileTests {
    private let folder: URL
    /// A pair of keys, in two files.
    private let pair: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        pair = folder.appending(path: "pair").path
        try KeyFile.makeKeys(pair)
    }

    private static let secret = "0123456789abcdef0123456789abcdef"

    private func write(_ text: String, mode: Int = 0o600) throws -> String {
        let file = folder.appending(path: UUID().uuidString)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    private func verifier(secret: String = "", keys: String = "") throws -> TokenVerifier {
        var options = ServerOptions()
        options.tokenSecret = secret
        options.tokenKeys = keys
        return try options.tokenVerifier()
    }

    private func expect(
        _ path: String,
        _ words: [String],
        of read: (String) throws -> Void
    ) {
        do {
            try read(path)
            Issue.record("\(path) was used")
        } catch {
            for word in [path] + words {
                #expect("\(error)".contains(word), "\(error)")
            }
        }
    }

    @Test func `AC1 a secret and a pair of keys are made, and sign what servers verify`() throws {
        let secret = folder.appending(path: "secret").path
        try KeyFile.makeSecret(secret)
        let claims = try TokenClaims(
            Array(#"{"documents":["picnic"],"role":"editor","exp":1800003600}"#.utf8)
        )
        let signers = [
            (TokenSigner.secret(try KeyFile.secret(in: secret)), try verifier(secret: secret)),
            (try KeyFile.signingKey(in: pair), try verifier(keys: pair + ".jwks")),
        ]
        for (signer, verifier) in signers {
            let grant = try verifier.verify(signer.sign(claims), now: 1_800_000_000_000)
            #expect(grant.role == .editor && grant.covers("picnic"))
        }
        let mode = try FileManager.default.attributesOfItem(atPath: pair)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test func `AC1 a pair that an earlier version made still signs`() throws {
        let pair = try write(
            """
            kid: d8e76bd1
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIGceBPtc7XORPm08glnSEwHx3ZCfrmCvmHQL4v6YK2x+
            -----END PRIVATE KEY-----

            """
        )
        guard case .key(let key, "d8e76bd1") = try KeyFile.signingKey(in: pair) else {
            Issue.record("another key")
            return
        }
        let x = "V3B5ovJUcJSKr56Ef1EyevPrt1tKWjLdnv_muc27N0o"
        #expect(Base64.encodeURL(key.publicBytes) == x)
        let mode = [FileAttributeKey.posixPermissions: 0o604]
        try FileManager.default.setAttributes(mode, ofItemAtPath: pair)
        expect(pair, ["chmod 600"]) { _ = try KeyFile.signingKey(in: $0) }
    }

    @Test func `AC1 a secret that is short, open to others or of another kind is refused`() throws {
        let pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n"
        for (path, words) in [
            (try write("short"), ["5 bytes", "32", "--new-secret"]),
            (try write(Self.secret.dropLast() + "\r\n"), ["31 bytes"]),
            (try write(Self.secret, mode: 0o644), ["chmod 600"]),
            (try write(Self.secret, mode: 0o620), ["chmod 600"]),
            ("/nowhere/secret", ["no such file"]), ("/dev/zero", ["not a regular file"]),
            (folder.path, ["it is a directory"]),
            (pair, ["private key", "--key \(pair)", "--token-keys \(pair).jwks"]),
            (pair + ".jwks", ["it is a key set", "--token-keys \(pair).jwks"]),
            (try write(pem), ["PEM file (PUBLIC KEY)", "--new-secret"]),
            (try write(String(repeating: "x", count: KeySet.bytesMax + 1)), ["more than"]),
        ] {
            expect(path, words) { _ = try verifier(secret: $0) }
        }
        #expect(try verifier(secret: write(Self.secret + "\n")).isRequired)
        // A service's user reads it by its group.
        #expect(try verifier(secret: write(Self.secret, mode: 0o640)).isRequired)
        // As containers are given secrets: by a link to a file that is theirs alone.
        let link = folder.appending(path: "link").path
        let file = try write(Self.secret)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try verifier(secret: link).isRequired)
        // Of any bytes, also those that other files begin with.
        #expect(try verifier(secret: write("{" + Self.secret)).isRequired)
    }

    @Test func `AC1 a key set that is none, or holds private keys, is refused`() throws {
        let pem = "-----BEGIN RSA PRIVATE KEY-----\nMCow\n-----END RSA PRIVATE KEY-----\n"
        let secret = #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"","d":"AA"}]}"#
        for (path, words) in [
            ("/nowhere/keys", ["no such file"]), (folder.path, ["directory"]),
            (pair, ["private key", "--token-keys \(pair).jwks"]),
            (try write(pem), ["PEM file (RSA PRIVATE KEY)", "RFC 7517", "--new-keys"]),
            (try write(Self.secret), ["not a JSON Web Key Set", "--token-secret"]),
            (try write(""), ["not a JSON Web Key Set"]),
            (try write("{}"), ["not a JSON Web Key Set"]),
            (try write(#"{"a":"keys","keys":1}"#), ["not an array", "give the set of public"]),
            (try write(secret), ["key a", "private", "only the public half"]),
        ] {
            expect(path, words) { _ = try verifier(keys: $0) }
        }
        #expect(try verifier(keys: pair + ".jwks").isRequired)
        #expect(try !verifier().isRequired)
    }

    @Test func `AC1 what cannot sign is refused`() throws {
        let pem =
            "-----BEGIN PRIVATE KEY-----\n\(String(repeating: "A", count: 64))\n"
            + "-----END PRIVATE KEY-----\n"
        for (path, words) in [
            ("/nowhere/key", ["no such file"]), (pair + ".jwks", ["public keys", ".jwks"]),
            (try write(pem), ["PEM file (PRIVATE KEY)", "--new-keys"]),
            (try write("kid: a\n" + pem), ["damaged"]),
            (try write(Self.secret), ["not a private key", "--secret"]),
        ] {
            expect(path, words) { _ = try KeyFile.signingKey(in: $0) }
        }
    }
}
