import EmojiArt
import Testing
import Wire

@testable import Cryptography
@testable import Tokens

/// Tokens with any header and any claims, signed by a secret: more than `TokenSigner` would sign.
enum Signed {
    static let secret = Array("0123456789abcdef0123456789abcdef".utf8)

    /// A token whose header and claims are given as JSON, or as what is none.
    static func token(
        _ claims: String,
        header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        secret: [UInt8] = Signed.secret
    ) -> String {
        let signed = [header, claims].map { Base64.encodeURL(Array($0.utf8)) }
            .joined(separator: ".")
        let code = HMACSHA256(secret: secret).code(of: Array(signed.utf8))
        return signed + "." + Base64.encodeURL(code)
    }

    /// Claims that are good for an hour, with some of them changed or added.
    static func claims(_ more: String = "") -> String {
        #"{"sub":"ada","documents":["picnic","team-*"],"role":"editor","exp":1800003600"#
            + #","iat":1800000000,"jti":"t1""# + (more.isEmpty ? "" : "," + more) + "}"
    }

    /// The time of the tests, in milliseconds since 1970.
    static let now = 1_800_000_000_000
}

/// What tokens are accepted, and why others are not.
struct TokenTests {
    private let verifier: TokenVerifier

    init() throws {
        verifier = TokenVerifier(keys: try TokenKeys(secret: Signed.secret))
    }

    private func fault(_ token: String, now: Int = Signed.now) -> TokenFault? {
        do throws(TokenFault) {
            _ = try verifier.verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `AC4 a token says who, what and for how long`() throws {
        let foreign = #""admin":true,"x":{"y":[1e30,null]},"https:\/\/a.example\/role":"owner""#
        let token = Signed.token(Signed.claims(#""name":"Ada",\#(foreign)"#))
        let grant = try verifier.verify(token, now: Signed.now)
        #expect(grant.user == "ada")
        #expect(grant.name == "Ada")
        #expect(grant.role == .editor)
        #expect(grant.expires == 1_800_003_600_000)
        #expect(grant.issued == 1_800_000_000_000)
        #expect(grant.id == "t1")
        #expect(grant.covers("picnic") && grant.covers("team-a") && !grant.covers("other"))
        #expect(grant.access == Access(role: .editor, user: "ada", expires: grant.expires))
    }

    @Test func `AC2 another key, a changed claim, no signature are refused`() {
        let good = Signed.token(Signed.claims())
        let other = Signed.token(Signed.claims(), secret: Array(repeating: 0x78, count: 32))
        #expect(fault(other) == .badSignature)
        let parts = good.split(separator: ".").map(String.init)
        let forged = Base64.encodeURL(Array(Signed.claims(#""x":1"#).utf8))
        #expect(fault([parts[0], forged, parts[2]].joined(separator: ".")) == .badSignature)
        #expect(fault([parts[0], parts[1], ""].joined(separator: ".")) == .badSignature)
        let none = Base64.encodeURL(Array(#"{"alg":"none"}"#.utf8))
        #expect(fault([none, parts[1], ""].joined(separator: ".")) == .badSignature)
        #expect(fault(good) == nil)
    }

    @Test func `AC2 every byte of a token counts, and none may be added`() {
        let good = Array(Signed.token(Signed.claims()).utf8)
        for place in good.indices {
            var bytes = good
            // Another character of the alphabet, which no bit of the text is left out of.
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(fault(String(decoding: bytes, as: UTF8.self)) != nil, "byte \(place)")
        }
        let text = String(decoding: good, as: UTF8.self)
        for more in ["=", "==", "A", ".", " ", "\n", "\0"] {
            #expect(
                fault(text + more) != nil && fault(more + text) != nil,
                "\(more.debugDescription)"
            )
        }
    }

    @Test func `AC2 a header cannot choose the algorithm`() {
        for name in ["none", "HS512", "RS256", "EdDSA", "hs256", ""] {
            let header = #"{"alg":"\#(name)"}"#
            #expect(fault(Signed.token(Signed.claims(), header: header)) == .badSignature)
        }
        #expect(fault(Signed.token(Signed.claims(), header: "{}")) == .badSignature)
        let critical = #"{"alg":"HS256","crit":["exp"],"exp":1}"#
        #expect(fault(Signed.token(Signed.claims(), header: critical)) == .malformed("crit"))
        let null = #"{"alg":"HS256","crit":null}"#
        #expect(fault(Signed.token(Signed.claims(), header: null)) == .malformed("crit"))
    }

    /// A server that read header or claims before the signature ended itself on these.
    @Test(arguments: [
        (#"{"alg":"HS256"}"#, #"{"documents":[],"role":"","exp":0,"aud":[]}"#),
        (#"{"alg":"HS256","x":1e30}"#, "{}"), (#"{"alg":"HS256","x":-1e400}"#, "{}"),
        (#"{"alg":"HS256","x":9223372036854775808}"#, "{}"),
        (#"{"alg":1}"#, "[]"), ("", ""), ("{", "\u{0}"),
        (String(repeating: "[", count: 1_000), String(repeating: "{\"a\":", count: 200)),
    ])
    func `FA47 what no key signed is refused, whatever it says`(header: String, claims: String) {
        let parts = [header, claims].map { Base64.encodeURL(Array($0.utf8)) }
        let unsigned = (parts + [Base64.encodeURL([UInt8](repeating: 0x78, count: 32))])
            .joined(separator: ".")
        #expect(fault(unsigned) == .badSignature)
        // And what its issuer signed is judged: an answer, never a trap.
        #expect(fault(Signed.token(claims, header: header)) != nil)
    }

    @Test(arguments: ["", "a", "a.b", "a.b.c", "..", "a.b.c.d", "💥.💥.💥"])
    func `AC2 what is no token is refused`(text: String) {
        let found = fault(text)
        #expect(text.isEmpty ? found == .missing : found?.closeCode == .unauthorized)
    }

    @Test func `AC2 a token that is too long is not looked at`() {
        let long = Signed.claims(#""x":"\#(String(repeating: "y", count: 3_000))""#)
        #expect(fault(Signed.token(long)) == .malformed("it is too long"))
    }

    @Test func `AC2 times are judged with a minute's leeway`() {
        let good = Signed.token(Signed.claims())
        let end = 1_800_003_600_000
        #expect(fault(good, now: end + 59_999) == nil)
        #expect(fault(good, now: end + 60_000) == .expired)
        let later = Signed.token(Signed.claims(#""nbf":1800000100"#))
        #expect(fault(later) == .notYetValid)
        #expect(fault(later, now: Signed.now + 39_999) == .notYetValid)
        #expect(fault(later, now: Signed.now + 40_000) == nil)
        // Nobody issued a token in the future: it would outlive a revocation.
        #expect(fault(good, now: Signed.now - 60_000) == nil)
        #expect(fault(good, now: Signed.now - 60_001) == .notYetValid)
    }

    @Test func `AC4 times may have fractions and exponents`() throws {
        let claims =
            #"{"documents":["a"],"role":"editor","exp":1.8000036e9,"iat":1800000000.1234567}"#
        let grant = try verifier.verify(Signed.token(claims), now: Signed.now)
        #expect(grant.expires == 1_800_003_600_000 && grant.issued == 1_800_000_000_123)
    }

    @Test(arguments: [
        #"{"documents":["a"],"role":"editor"}"#, #"{"documents":["a"],"exp":1800003600}"#,
        #"{"role":"editor","exp":1800003600}"#,
        #"{"documents":["a"],"role":"king","exp":1800003600}"#,
        #"{"documents":["A"],"role":"editor","exp":1800003600}"#,
        #"{"documents":["a/b"],"role":"editor","exp":1800003600}"#,
        #"{"documents":[""],"role":"editor","exp":1800003600}"#,
        #"{"documents":"a","role":"editor","exp":1800003600}"#,
        #"{"documents":[1],"role":"editor","exp":1800003600}"#,
        #"{"documents":["a"],"role":"editor","exp":1e300}"#,
        #"{"documents":["a"],"role":"editor","exp":1e999}"#,
        #"{"documents":["a"],"role":"editor","exp":-1}"#,
        #"{"documents":["a"],"role":"editor","exp":"1800003600"}"#,
        #"{"documents":["a"],"role":"editor","exp":1800003600,"exp":1900000000}"#,
        #"{"documents":["a"],"role":"editor","exp":1800003600,"nbf":true}"#,
        #"{"documents":["a"],"role":"editor","exp":1800003600,"aud":[1]}"#,
        #"{"documents":["a"],"role":"editor","exp":1800003600,"jti":7}"#,
        #"{"documents":["a"],"role":"editor","exp":1800003600} "x""#,
        #"{"sub":"a\u0007","documents":["a"],"role":"editor","exp":1800003600}"#,
        #"{"name":"a\u202e","documents":["a"],"role":"editor","exp":1800003600}"#, "[]", "no", "",
    ])
    func `AC4 claims that are missing or malformed are refused`(claims: String) {
        guard case .malformed = fault(Signed.token(claims)) else {
            Issue.record("\(String(describing: fault(Signed.token(claims))))")
            return
        }
    }

    @Test func `AC2 an audience is asked for when it is set`() throws {
        let keys = try TokenKeys(secret: Signed.secret)
        let strict = TokenVerifier(keys: keys, audience: "canvas")
        for (more, isGood) in [
            ("", false), (#""aud":"other""#, false), (#""aud":[]"#, false), (#""aud":null"#, false),
            (#""aud":"canvas""#, true), (#""aud":["x","canvas"]"#, true),
        ] {
            let token = Signed.token(Signed.claims(more))
            #expect(((try? strict.verify(token, now: Signed.now)) != nil) == isGood, "\(more)")
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
