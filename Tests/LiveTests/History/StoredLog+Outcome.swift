import SQLiteStore
import Store

@testable import Hosting
@testable import Operations
@testable import emojiart_server

extension StoredLog {
    /// What a server would make of a document.
    enum Outcome {
        case served(StoredDocument)
        case refused(String)
        case absent
    }

    /// Opens and checks a data directory as a server does it, with the server's options.
    ///
    /// - Returns: what becomes of each document; none when the start is refused.
    static func outcomes(
        asServer directory: String,
        _ names: [String] = ["picnic"]
    ) -> (refusal: String?, documents: [String: Outcome]) {
        do {
            let pairs = try Journal.ask(directory) { journal in
                names.map { ($0, outcome(of: $0, in: journal)) }
            }
            return (nil, Dictionary(uniqueKeysWithValues: pairs))
        } catch {
            return ("\(error)", [:])
        }
    }

    private static func outcome(of name: String, in journal: Journal) -> Outcome {
        do {
            guard let stored = try journal.stored(name) else { return .absent }
            _ = try LoadingSession(stored)
            return .served(stored)
        } catch {
            return .refused("\(error)")
        }
    }
}
