import Store
import Testing

@testable import SQLiteStore

@Suite struct JournalRevocationTests {
    let directory = TestDirectory()

    @Test(arguments: StoreKind.allCases)
    func `AC11 what was revoked stays so until it is taken back`(kind: StoreKind) async throws {
        var journal = try directory.open(kind)
        #expect(journal.revoked.isEmpty)
        let words = [
            StoredRevocation(.id, "7f3a", time: 5),
            StoredRevocation(.user, "ada", time: 9),
            // Another one's, of the same name.
            StoredRevocation(.user, "7f3a", time: 6),
        ]
        for word in words { await journal.change(.revoke(word)) }
        // The same bytes in another case or composition are another user.
        await journal.change(.revoke(StoredRevocation(.user, "Ada", time: 1)))
        // A word that reaches less far changes nothing.
        await journal.change(.revoke(StoredRevocation(.user, "ada", time: 8)))
        journal.close()
        journal = try directory.open(kind)
        #expect(Set(journal.revoked) == Set(words + [StoredRevocation(.user, "Ada", time: 1)]))
        await journal.change(.pardon(StoredRevocation(.user, "ada", time: 0)))
        journal.close()
        journal = try directory.open(kind)
        defer { journal.close() }
        #expect(!journal.revoked.contains { $0.subject == "ada" })
        #expect(journal.revoked.count == 3)
    }
}
