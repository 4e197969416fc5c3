import EmojiArt
import Foundation
import JWTKit
import Storage
import Testing
import Wire

@testable import emojiart_server

/// What tokens are accepted, and why others are not.
struct TokenTests {
    private static let secret = "0123456789abcdef0123456789abcdef"
    /// The time of the tests, in milliseconds since 1970.
    private static let now = 1_800_000_000_000

    private let folder: URL
    private let verifier: TokenVerifier

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try Self.write(Self.secret + "\n", to: folder.appending(path: "secret"))
        let keys = try await TokenKeys(secretFile: file, keySetFile: "")
        verifier = TokenVerifier(keys: keys, audience: "")
    }

    private static func write(_ text: String, to file: URL, mode: Int = 0o600) throws -> String {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    /// A token whose claims are given as JSON.
    private func token(
        _ claims: String,
        header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        secret: String = TokenTests.secret
    ) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
        let signed = [header, claims].map(Self.base64URL).joined(separator: ".")
        let signature = try await keys.getKey().sign(Array(signed.utf8))
        return signed + "." + Self.base64URL(Data(signature))
    }

    private static func base64URL(_ text: String) -> String { base64URL(Data(text.utf8)) }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Claims that are good for an hour, with some of them changed or added.
    private static func claims(_ more: String = "") -> String {
        #"{"sub":"ada","documents":["picnic","team-*"],"role":"editor","exp":1800003600"#
            + #","iat":1800000000,"jti":"t1""# + (more.isEmpty ? "" : "," + more) + "}"
    }

    private func fault(
        _ token: String,
        _ revocations: Revocations = Revocations(),
        now: Int = TokenTests.now
    ) -> TokenFault? {
        do throws(TokenFault) {
            _ = try verifier.verify(token, revocations: revocations, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `AC4 a token says who, what and for how long`() async throws {
        let grant = try verifier.verify(
            try await token(Self.claims(#""name":"Ada","admin":true"#)),
            revocations: Revocations(),
            now: Self.now
        )
        #expect(grant.user == "ada")
        #expect(grant.name == "Ada")
        #expect(grant.role == .editor)
        #expect(grant.expires == 1_800_003_600_000)
        #expect(grant.covers("picnic") && grant.covers("team-a") && !grant.covers("other"))
        #expect(grant.access == Access(role: .editor, user: "ada", expires: grant.expires))
    }

    @Test func `AC2 another key, a changed claim, no signature are refused`() async throws {
        let good = try await token(Self.claims())
        let other = try await token(Self.claims(), secret: String(repeating: "x", count: 32))
        #expect(fault(other) == .badSignature)
        let parts = good.split(separator: ".").map(String.init)
        let forged = Self.base64URL(Self.claims(#""x":1"#))
        #expect(fault([parts[0], forged, parts[2]].joined(separator: ".")) == .badSignature)
        #expect(fault([parts[0], parts[1], ""].joined(separator: ".")) == .badSignature)
        let none = Self.base64URL(#"{"alg":"none"}"#)
        #expect(fault([none, parts[1], ""].joined(separator: ".")) == .badSignature)
        #expect(fault(good) == nil)
    }

    @Test func `AC2 a header cannot choose the algorithm`() async throws {
        for name in ["none", "HS512", "RS256", "EdDSA", "hs256", ""] {
            let header = #"{"alg":"\#(name)"}"#
            #expect(fault(try await token(Self.claims(), header: header)) == .badSignature)
        }
        let critical = #"{"alg":"HS256","crit":["exp"],"exp":1}"#
        #expect(fault(try await token(Self.claims(), header: critical)) == .malformed("crit"))
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c", "..", "a.b.c.d", "💥.💥.💥"])
    func `AC2 what is no token is refused`(text: String) {
        let found = fault(text)
        #expect(text.isEmpty ? found == .missing : found?.closeCode == .unauthorized)
    }

    @Test func `AC2 a token that is too long is not looked at`() async throws {
        let long = Self.claims(#""x":"\#(String(repeating: "y", count: 3_000))""#)
        #expect(fault(try await token(long)) == .malformed("it is too long"))
    }

    @Test func `AC2 times are judged with a minute's leeway`() async throws {
        let good = try await token(Self.claims())
        let end = 1_800_003_600_000
        #expect(fault(good, now: end + 59_999) == nil)
        #expect(fault(good, now: end + 60_000) == .expired)
        let later = try await token(Self.claims(#""nbf":1800000100"#))
        #expect(fault(later) == .notYetValid)
        #expect(fault(later, now: Self.now + 40_000) == nil)
    }

    @Test(arguments: [
        #"{"documents":["a"],"role":"editor"}"#, #"{"documents":["a"],"exp":1800003600}"#,
        #"{"role":"editor","exp":1800003600}"#,
        #"{"documents":["a"],"role":"king","exp":1800003600}"#,
        #"{"documents":["A"],"role":"editor","exp":1800003600}"#,
        #"{"documents":["a/b"],"role":"editor","exp":1800003600}"#,
        #"{"documents":[""],"role":"editor","exp":1800003600}"#,
        #"{"documents":["a"],"role":"editor","exp":1e300}"#,
        #"{"documents":["a"],"role":"editor","exp":"1800003600"}"#,
        #"{"sub":"a\u0007","documents":["a"],"role":"editor","exp":1800003600}"#,
        #"{"name":"a\u202e","documents":["a"],"role":"editor","exp":1800003600}"#, "[]", "no",
    ])
    func `AC4 claims that are missing or malformed are refused`(claims: String) async throws {
        guard case .malformed = fault(try await token(claims)) else {
            Issue.record("\(String(describing: fault(try await token(claims))))")
            return
        }
    }

    @Test func `AC2 an audience is asked for when it is set`() async throws {
        let file = folder.appending(path: "secret").path
        let strict = TokenVerifier(
            keys: try await TokenKeys(secretFile: file, keySetFile: ""),
            audience: "canvas"
        )
        for (claims, isGood) in [
            (Self.claims(), false), (Self.claims(#""aud":"other""#), false),
            (Self.claims(#""aud":"canvas""#), true), (Self.claims(#""aud":["x","canvas"]"#), true),
        ] {
            let signed = try await token(claims)
            let grant = try? strict.verify(signed, revocations: Revocations(), now: Self.now)
            #expect((grant != nil) == isGood, "\(claims)")
        }
    }

    @Test func `AC11 a token is revoked by its id, or by its user and time`() async throws {
        let good = try await token(Self.claims())
        var revocations = Revocations()
        revocations.insert(StoredRevocation(.id, "t2", time: 0))
        revocations.insert(StoredRevocation(.user, "bob", time: Int64(Self.now + 1)))
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.now)))
        #expect(fault(good, revocations) == nil)
        let word = StoredRevocation(.user, "ada", time: Int64(Self.now + 1))
        revocations.insert(word)
        // An earlier word does not take a later one back.
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.now)))
        #expect(fault(good, revocations) == .revoked)
        #expect(revocations.has(word))
        revocations.remove(word)
        #expect(!revocations.has(word))
        #expect(fault(good, revocations) == nil)
        let byID = Revocations([StoredRevocation(.id, "t1", time: 0)])
        #expect(fault(good, byID) == .revoked)
    }

    @Test func `AC2 keys of a set are told apart by their ids`() async throws {
        let path = folder.appending(path: "pair").path
        try KeyFiles.makeKeys(path)
        let pair = try KeyFiles.privateKey(in: path)
        let verifier = TokenVerifier(
            keys: try await TokenKeys(secretFile: "", keySetFile: path + ".jwks"),
            audience: ""
        )
        let keys = JWTKeyCollection()
        await keys.add(eddsa: pair.key)
        for (id, isGood) in [(pair.id, true), ("other", false), (nil, true)] {
            let header = #"{"alg":"EdDSA""# + (id.map { #","kid":"\#($0)""# } ?? "") + "}"
            let signed = [header, Self.claims()].map(Self.base64URL).joined(separator: ".")
            let signature = try await keys.getKey().sign(Array(signed.utf8))
            let token = signed + "." + Self.base64URL(Data(signature))
            let grant = try? verifier.verify(token, revocations: Revocations(), now: Self.now)
            #expect((grant != nil) == isGood, "\(String(describing: id))")
        }
        // The public key, known to all, is no secret to sign with.
        let set = try String(contentsOfFile: path + ".jwks", encoding: .utf8)
        let confused = try await token(
            Self.claims(),
            header: #"{"alg":"HS256","kid":"\#(pair.id)"}"#,
            secret: set
        )
        #expect((try? verifier.verify(confused, revocations: Revocations(), now: Self.now)) == nil)
    }

    @Test func `a secret that is short, or that others may read, is not used`() async throws {
        let short = try Self.write("short", to: folder.appending(path: "short"))
        let open = try Self.write(Self.secret, to: folder.appending(path: "open"), mode: 0o644)
        for (path, told) in [(short, "32 bytes"), (open, "chmod 600"), ("/nowhere/s", "nowhere")] {
            do {
                _ = try await TokenKeys(secretFile: path, keySetFile: "")
                Issue.record("\(path) was used")
            } catch {
                #expect("\(error)".contains(told), "\(error)")
            }
        }
    }

    @Test(arguments: [
        ("*", "picnic", true), ("picnic", "picnic", true), ("picnic", "picnics", false),
        ("team-*", "team-", true), ("team-*", "team", false), ("*-a", "b-a", true),
        ("*-a", "b-a-b", false), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxcyyb", false),
        ("**", "x", true), ("a*a", "a", false), ("*ab", "aab", true),
    ])
    func `AC4 a pattern's star stands for any letters`(
        pattern: String,
        name: String,
        isMatch: Bool
    ) throws {
        let name = try #require(DocumentName(name))
        #expect(try #require(DocumentPattern(pattern)).matches(name) == isMatch)
    }
}
