import EmojiArt
import Wire

@testable import Sync

extension Room {
    /// What the document was at a revision, made anew from the journal; nil when it is not kept.
    func past(_ revision: Int) -> Document? {
        guard revision >= firstKept else { return nil }
        // As the server does: what was ordered is in the journal before it is read.
        commit(.max)
        var state = StoredState.empty
        var decoder = MessageDecoder()
        for edit in journal.edits.prefix(revision) {
            do { try state.replay(edit, &decoder) } catch {
                violate("what is stored leads to what was: \(error)")
            }
        }
        return state.document
    }
}
