internal import Foundation
internal import JWTKit

/// The keys by which tokens are signed: each with its algorithm, which no token can choose.
struct TokenKeys: Sendable {
    /// Bytes that a shared secret has at least: as many as its digest (RFC 7518, section 3.2).
    static let secretBytesMin = 32

    /// By the ids of a key set; the secret has none.
    private let named: [String: any JWTAlgorithm]
    private let secret: (any JWTAlgorithm)?

    /// No keys: nobody is asked for a token.
    init() {
        named = [:]
        secret = nil
    }

    /// Reads the keys of a server.
    ///
    /// - Parameters:
    ///   - secretFile: Path of a file that holds a secret, for HS256; nil or empty for none.
    ///   - keySetFile: Path of a JSON Web Key Set (RFC 7517); nil or empty for none.
    /// - Throws: `ConfigurationError`, when a file cannot be used, or a secret is open to others.
    init(secretFile: String, keySetFile: String) async throws(ConfigurationError) {
        secret =
            secretFile.isEmpty
            ? nil : await Self.algorithm(of: try Self.secret(in: secretFile))
        named = keySetFile.isEmpty ? [:] : try await Self.keySet(in: keySetFile)
    }

    /// Whether there are any: then nobody comes in without a token.
    var isEmpty: Bool { secret == nil && named.isEmpty }

    /// The key that a token's header means; nil when there is none.
    func algorithm(id: String?, name: String?) -> (any JWTAlgorithm)? {
        let only = named.count == 1 ? named.values.first : nil
        let found = id.flatMap { named[$0] } ?? (id == nil ? secret ?? only : secret)
        // The header is the bearer's word: it may not turn a public key into a secret.
        return found?.name == name ? found : nil
    }

    /// Reads a secret, without the line end that an editor leaves.
    static func secret(in path: String) throws(ConfigurationError) -> [UInt8] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o077 == 0 else {
            throw .unreadable(path: path, cause: "others may read it: chmod 600 \(path)")
        }
        var bytes = try contents(of: path)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard bytes.count >= secretBytesMin else {
            throw .unreadable(
                path: path,
                cause: "a secret has at least \(secretBytesMin) bytes: "
                    + "emojiart-server token --new-secret FILE makes one"
            )
        }
        return bytes
    }

    /// The bytes of a file.
    static func contents(of path: String) throws(ConfigurationError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .unreadable(path: path, cause: error.localizedDescription)
        }
    }

    private static func keySet(
        in path: String
    ) async throws(ConfigurationError) -> [String: any JWTAlgorithm] {
        do {
            let set = try JSONDecoder().decode(JWKS.self, from: Data(try contents(of: path)))
            guard !set.keys.isEmpty else {
                throw ConfigurationError.unreadable(path: path, cause: "it holds no key")
            }
            var named: [String: any JWTAlgorithm] = [:]
            for key in set.keys {
                guard let id = key.keyIdentifier?.string else {
                    throw ConfigurationError.unreadable(path: path, cause: "a key has no kid")
                }
                named[id] = try await algorithm(of: key, id: id)
            }
            return named
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw .unreadable(path: path, cause: "it is no key set: \(error)")
        }
    }

    private static func algorithm(of key: JWK, id: String) async throws -> any JWTAlgorithm {
        let name: String
        switch key.keyType {
        case .octetKeyPair: name = "EdDSA"
        case .ecdsa: name = "ES256"
        default: name = "RS256"
        }
        // The library keeps keys in an actor; what they verify with needs none.
        let keys = try await JWTKeyCollection().add(jwk: key)
        return try await keys.getKey(for: JWKIdentifier(string: id), alg: name)
    }

    private static func algorithm(of secret: [UInt8]) async -> (any JWTAlgorithm)? {
        let keys = await JWTKeyCollection()
            .add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        return try? await keys.getKey()
    }
}
