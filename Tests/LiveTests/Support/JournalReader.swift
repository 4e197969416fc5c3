import Foundation
import Storage
import Synchronization

/// Reads what a server that has ended left on the disk.
struct JournalReader {
    /// An edit as the journal holds it.
    struct Edit: Sendable {
        let revision: Int
        let client: Int
        let seq: Int

        func isEdit(_ seq: Int, of client: Int) -> Bool {
            self.seq == seq && self.client == client
        }
    }

    struct Unreadable: Error {}

    private let directory: String

    init(_ directory: String) { self.directory = directory }

    /// All edits of a document, in their order.
    func edits(of name: String) throws -> [Edit] {
        let journal = try Journal.open(
            directory: directory,
            options: JournalOptions(tailEdits: 1_000_000)
        )
        defer { journal.close() }
        let read = DispatchSemaphore(value: 0)
        let box = Box()
        journal.load(name, creatingWith: nil) { result in
            let stored = try? result.get()
            box.edits.withLock { edits in
                edits = stored?.edits.map { edit in
                    Edit(
                        revision: Int(edit.revision),
                        client: Int(edit.client),
                        seq: Int(edit.seq)
                    )
                }
            }
            read.signal()
        }
        guard read.wait(timeout: .now() + Wait.seconds) == .success,
            let edits = box.edits.withLock({ $0 })
        else { throw Unreadable() }
        return edits
    }

    private final class Box: Sendable {
        let edits = Mutex<[Edit]?>(nil)
    }
}
