internal import ArgumentParser
internal import Foundation
internal import JWTKit

/// The files that tokens are signed with.
enum KeyFiles {
    /// Makes a file with a new secret that only its owner may read.
    ///
    /// - Throws: `ExitCode` when there is such a file, or it cannot be made.
    static func makeSecret(_ path: String) throws {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        try write(Data(bytes).base64EncodedString() + "\n", to: path, mode: 0o600)
        print("\(path): start the server with --token-secret \(path)")
    }

    /// Makes a pair of keys: a file for who issues tokens, and a key set for servers.
    ///
    /// - Throws: `ExitCode` when there are such files, or they cannot be made.
    static func makeKeys(_ path: String) throws {
        let key = try EdDSA.PrivateKey()
        let id = String(UUID().uuidString.lowercased().prefix(8))
        let set =
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":"\#(id)","x":""#
            + base64URL(key.publicKey.rawRepresentation) + "\"}]}\n"
        try write("kid: \(id)\n\(key.pemRepresentation)\n", to: path, mode: 0o600)
        try write(set, to: path + ".jwks", mode: 0o644)
        print("\(path): keep it where tokens are issued, for --key")
        print("\(path).jwks: start servers with --token-keys \(path).jwks")
    }

    /// Reads a file that `makeKeys` made.
    ///
    /// - Throws: `ConfigurationError`, when it is none.
    static func privateKey(
        in path: String
    ) throws(ConfigurationError) -> (key: EdDSA.PrivateKey, id: String) {
        let text = String(decoding: try TokenKeys.contents(of: path), as: UTF8.self)
        let parts = text.split(separator: "\n", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix("kid: "),
            let key = try? EdDSA.PrivateKey(pem: String(parts[1]))
        else {
            throw .unreadable(path: path, cause: "it is no key made by --new-keys")
        }
        return (key, String(parts[0].dropFirst(5)))
    }

    /// Base64 for URLs, without padding (RFC 4648, section 5).
    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    private static func write(_ text: String, to path: String, mode: Int) throws {
        // Made with its mode, and never over another: a secret in use would be gone.
        guard !FileManager.default.fileExists(atPath: path),
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: mode]
            )
        else {
            try? FileHandle.standardError.write(
                contentsOf: Data(
                    "emojiart-server: \(path) is there already, or cannot be made.\n".utf8
                )
            )
            throw ExitCode(73)  // EX_CANTCREAT
        }
    }
}
