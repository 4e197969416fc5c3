import Store
import Testing
import Wire

@testable import Hosting
@testable import Operations
@testable import Tokens
@testable import emojiart_server

/// Which tokens are refused although they are signed.
struct RevocationTests {
    private static let issued = 1_800_000_000_000

    private func grant(issued: Int? = RevocationTests.issued) -> Grant {
        Grant(
            user: "ada",
            name: nil,
            role: .editor,
            documents: [],
            expires: Self.issued + 3_600_000,
            issued: issued,
            id: "t1"
        )
    }

    @Test func `AC11 a token is revoked by its id, or by its user and time`() {
        var revocations = Revocations()
        revocations.insert(StoredRevocation(.id, "t2", time: 0))
        revocations.insert(StoredRevocation(.user, "bob", time: Int64(Self.issued + 1)))
        // The issuer's clock may be a minute ahead.
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.issued - 60_000)))
        #expect(!revocations.cover(grant()))
        #expect(revocations.cover(grant(issued: Self.issued - 1)))
        // One that does not say when it was issued is as old as can be.
        #expect(revocations.cover(grant(issued: nil)))
        let word = StoredRevocation(.user, "ada", time: Int64(Self.issued + 1))
        revocations.insert(word)
        // An earlier word does not take a later one back.
        revocations.insert(StoredRevocation(.user, "ada", time: Int64(Self.issued)))
        #expect(revocations.cover(grant()))
        #expect(revocations.has(word))
        revocations.remove(word)
        #expect(!revocations.has(word))
        #expect(!revocations.cover(grant()))
        #expect(Revocations([StoredRevocation(.id, "t1", time: 0)]).cover(grant()))
    }
}
