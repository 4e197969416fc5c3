import Glibc
import Store
import Testing

@testable import SQLiteStore

/// What must end the process.
///
/// Each test runs its body in a process of its own.
@Suite struct JournalFailureTests {
    @Test func `an edit out of order is a programmer's error`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            let document = try await journal.document("cats").document
            await journal.submit(edits(document, 1...2))
            await journal.submit(edits(document, 4...4))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("is at revision 2: the next edit is 3, not 4."))
    }

    @Test func `an edit of a document that does not exist is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            await journal.submit(edits(77, 1...1))
        }
    }

    @Test func `a snapshot ahead of the log is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            let document = try await journal.document("cats").document
            await journal.submit(edits(document, 1...2))
            await journal.submit([
                .snapshot(document: document, revision: 3, body: [], chain: 0)
            ])
        }
    }

    @Test func `an edit stored twice ends the process with no answer`() async {
        let result = await #expect(
            processExitsWith: .exitCode(70),
            observing: [\.standardErrorContent]
        ) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            let document = try await journal.document("cats").document
            await journal.submit(edits(document, 1...1))
            let again = JournalEntry.edit(
                document: document,
                revision: 2,
                client: 1,
                seq: 1,
                time: 0,
                body: [],
                chain: 0
            )
            journal.submit([again]) { _exit(3) }
            journal.close()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("SQLite failed to store an edit: UNIQUE constraint failed"))
    }

    @Test func `a write that the disk refuses ends the process with no answer`() async {
        let result = await #expect(
            processExitsWith: .exitCode(70),
            observing: [\.standardErrorContent]
        ) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            let document = try await journal.document("cats").document
            await journal.submit(edits(document, 1...1))
            // A file may not grow beyond this: the write fails as on a full or broken disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
            let set = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            precondition(set == 0, "The limit can be lowered.")
            let body = [UInt8](repeating: 1, count: 200_000)
            let entry = JournalEntry.snapshot(document: document, revision: 1, body: body, chain: 0)
            journal.submit([entry]) { _exit(3) }
            journal.close()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("start again (acknowledged edits are kept)"))
    }

    @Test func `work after closing is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            journal.close()
            journal.submit([]) {}
        }
    }

    @Test func `closing from a completion is a programmer's error`() async {
        await #expect(processExitsWith: .failure) {
            let directory = try TestDirectory()
            let journal = try Journal.open(directory: directory.path)
            await withCheckedContinuation { continuation in
                journal.submit([]) {
                    journal.close()
                    continuation.resume()
                }
            }
        }
    }
}
