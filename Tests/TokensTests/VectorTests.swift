import EmojiArt
import Foundation
import Testing
import Wire

@testable import Tokens

/// The examples of RFC 7515, 7517, 7519 and 8037, and tokens of earlier versions.
struct VectorTests {
    private struct Vectors: Decodable {
        let tokens: [SignedText]
        let sets: [Keys]
        let older: [SignedText]
    }

    private struct SignedText: Decodable {
        let source: String
        /// Base64 for URLs.
        let secret: String?
        let secretText: String?
        let key: [String: String]?
        let token: String
        /// What is signed; nil when the signature does not hold.
        let payload: String?
        let jti: String?

        func keys() throws -> TokenKeys {
            guard var key else {
                let bytes = try #require(
                    secretText.map { Array($0.utf8) }
                        ?? secret.flatMap { Base64.decodeURL($0.utf8) }
                )
                return try TokenKeys(secret: bytes)
            }
            key["kid"] = key["kid"] ?? "key"
            return try TokenKeys(keySet: Array(try JSONEncoder().encode(["keys": [key]])))
        }
    }

    private struct Keys: Decodable {
        let source: String
        let keys: [[String: String]]
        /// The ids of those that verify.
        let used: [String]?
        /// Of what the set is refused.
        let fault: String?
    }

    private let vectors: Vectors

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "vectors.json")
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test func `AC2 signatures of the RFCs hold, and hold for nothing else`() throws {
        #expect(vectors.tokens.count == 5)
        for vector in vectors.tokens {
            let keys = try vector.keys()
            let payload = try? keys.payload(of: Array(vector.token.utf8))
            #expect(payload == vector.payload.map { Array($0.utf8) }, "\(vector.source)")
            for other in vectors.tokens
            where other.token != vector.token && (other.secret == nil || vector.secret == nil) {
                #expect(throws: TokenFault.self, "\(vector.source)") {
                    _ = try keys.payload(of: Array(other.token.utf8))
                }
            }
        }
    }

    @Test func `AC2 key sets of the RFCs are read, those with private keys refused`() throws {
        #expect(vectors.sets.count == 5)
        for vector in vectors.sets {
            let bytes = Array(try JSONEncoder().encode(["keys": vector.keys]))
            do throws(KeySet.Fault) {
                let used = try KeySet.read(bytes)
                #expect(used.map(\.id) == vector.used, "\(vector.source)")
            } catch {
                let fault = vector.fault ?? "none"
                #expect(error.text.contains(fault), "\(vector.source): \(error.text)")
            }
        }
    }

    @Test func `AC2 tokens that were issued before stay valid`() throws {
        #expect(vectors.older.count == 2)
        for vector in vectors.older {
            let verifier = TokenVerifier(keys: try vector.keys(), audience: "canvas")
            let grant = try verifier.verify(vector.token, now: 1_795_506_900_000)
            #expect(grant.user == "ada@example.org" && grant.name == "Ada 🚲")
            #expect(grant.role == .owner && grant.id == vector.jti)
            #expect(grant.documents.map(\.text) == ["team-*", "picnic"])
            #expect(grant.issued == 1_795_506_839_000 && grant.expires == 1_827_129_239_000)
        }
    }
}
