import Glibc
import StoreTables
import Testing

@testable import SQLiteStore

/// What must end the process.
///
/// Each test runs its body in a process of its own.
@Suite struct JournalFailureTests {
    @Test func `an edit out of order is a programmer's error`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let directory = TestDirectory()
            let (journal, document) = try await directory.journal()
            await journal.submit(edits(document, 1...2))
            await journal.submit(edits(document, 4...4))
        }
        #expect(said(result).contains("is at revision 2: the next edit is 3, not 4."))
    }

    @Test func `an edit of a document that does not exist is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = TestDirectory()
            let journal = try directory.open()
            await journal.submit(edits(77, 1...1))
        }
    }

    @Test func `a snapshot ahead of the log is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = TestDirectory()
            let (journal, document) = try await directory.journal()
            await journal.submit(edits(document, 1...2))
            await journal.submit([snapshot(document, 3, [], chain: 0)])
        }
    }

    @Test func `an edit stored twice ends the process with no answer`() async {
        let result = await #expect(
            processExitsWith: .exitCode(70),
            observing: [\.standardErrorContent]
        ) {
            let directory = TestDirectory()
            let (journal, document) = try await directory.journal()
            await journal.submit(edits(document, 1...1))
            journal.submit([edit(document, 2, seq: 1)]) { _exit(3) }
            journal.close()
        }
        #expect(said(result).contains("SQLite failed to store an edit: UNIQUE constraint failed"))
    }

    @Test func `a write that the disk refuses ends the process with no answer`() async {
        let result = await #expect(
            processExitsWith: .exitCode(70),
            observing: [\.standardErrorContent]
        ) {
            let directory = TestDirectory()
            let (journal, document) = try await directory.journal()
            await journal.submit(edits(document, 1...1))
            // The write fails as on a full or broken disk.
            limitFiles(to: 100_000)
            let body = [UInt8](repeating: 1, count: 200_000)
            journal.submit([snapshot(document, 1, body, chain: 0)]) { _exit(3) }
            journal.close()
        }
        #expect(said(result).contains("start again (acknowledged edits are kept)"))
    }

    @Test func `work after closing is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = TestDirectory()
            let journal = try directory.open()
            journal.close()
            journal.submit([]) {}
        }
    }

    @Test func `closing from a completion is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = TestDirectory()
            let journal = try directory.open()
            await answer { done in
                journal.submit([]) {
                    journal.close()
                    done(())
                }
            }
        }
    }
}

/// Lets no file of this process grow beyond so many bytes.
func limitFiles(to bytes: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    let set = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    precondition(set == 0, "The limit can be lowered.")
}

/// What a process wrote to standard error.
func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
