import Foundation
import Storage
import Synchronization

@testable import emojiart_server

/// What a server would make of a data directory: opened and checked as the server does it.
struct JournalProbe {
    /// What becomes of a document.
    enum Outcome {
        case served(StoredDocument)
        case refused(String)
        case absent
    }

    /// Why the journal is refused as a whole; nil when it is opened.
    let refusal: StorageError?
    /// The outcome of each document, by name; empty when the journal is refused.
    let documents: [String: Outcome]

    /// Opens the journal in a directory and all documents of these names.
    init(_ directory: String, _ names: [String]) {
        let journal: Journal
        do throws(StorageError) {
            journal = try Journal.open(
                directory: directory,
                options: JournalOptions(tailEdits: 1_000_000)
            )
        } catch {
            (refusal, documents) = (error, [:])
            return
        }
        defer { journal.close() }
        var outcomes: [String: Outcome] = [:]
        for name in names { outcomes[name] = Self.outcome(of: name, in: journal) }
        (refusal, documents) = (nil, outcomes)
    }

    private static func outcome(of name: String, in journal: Journal) -> Outcome {
        let read = DispatchSemaphore(value: 0)
        let box = Box()
        journal.load(name, creatingWith: nil) { result in
            box.result.withLock { $0 = result }
            read.signal()
        }
        guard read.wait(timeout: .now() + Wait.seconds) == .success,
            let result = box.result.withLock({ $0 })
        else { return .refused("no answer") }
        do {
            guard let stored = try result.get() else { return .absent }
            _ = try LoadingSession(stored)
            return .served(stored)
        } catch {
            return .refused("\(error)")
        }
    }

    private final class Box: Sendable {
        let result = Mutex<Result<StoredDocument?, StorageError>?>(nil)
    }
}
