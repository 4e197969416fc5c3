internal import EmojiArt
internal import Sync
internal import Wire

extension ClientOptions {
    /// Makes one edit and prints its answer.
    func edit(_ request: ClientMessage.Request) throws(ExitStatus) {
        try edit { (_) throws(ExitStatus) in request }
    }

    /// Makes one edit that needs to know the client's number, and prints its answer.
    func edit(
        _ make: @escaping (inout Replica) throws(ExitStatus) -> ClientMessage.Request
    ) throws(ExitStatus) {
        let edits = SingleEdits { (replica) throws(ExitStatus) in [try make(&replica)] }
        try Session(self, body: edits).run()
    }
}

extension [EmojiID] {
    /// The ids, if one operation can name them.
    func checked() throws(ExitStatus) -> [EmojiID] {
        guard (1...Limits.idsMax).contains(count) else {
            throw .usage("give 1 to \(Limits.idsMax) ids of emojis")
        }
        return self
    }
}
