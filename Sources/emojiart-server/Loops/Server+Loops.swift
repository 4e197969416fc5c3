internal import EmojiArt
internal import WebSockets

// A server of several loops: what one of them has the others do.
extension Server {
    /// What a loop has another one do.
    typealias Errand = @Sendable (Server) -> Void

    /// Whether this loop does what only one of them can: listen, tell figures, make backups.
    var isFirst: Bool { index == 0 }

    /// Whether a document is on this loop.
    func isHome(of name: DocumentName) -> Bool { group.home(of: name.string) == index }

    /// Has all loops do something, this one at once.
    func onAllLoops(_ errand: @escaping Errand) {
        errand(self)
        for other in group.others(than: index) { other.post(.errand(errand)) }
    }

    /// Asks all loops for something.
    ///
    /// - Parameters:
    ///   - read: runs on each of them.
    ///   - completion: gets all that they said, on this one; at once when there is no other.
    func gather<Part: Sendable>(
        _ read: @escaping @Sendable (Server) -> Part,
        completion: @escaping ([Part]) -> Void
    ) {
        let others = group.others(than: index)
        let gathering = Gathering(missing: others.count, completion)
        nextGathering += 1
        let token = nextGathering
        if !others.isEmpty { gatherings[token] = gathering }
        gathering.add(read(self))
        let asker = journalMailbox
        for other in others {
            other.post(
                .errand { server in
                    let part = read(server)
                    asker.post(.errand { $0.gathered(part, token) })
                }
            )
        }
    }

    private func gathered<Part: Sendable>(_ part: Part, _ token: Int) {
        guard let gathering = gatherings[token] as? Gathering<Part>, gathering.add(part) else {
            return
        }
        gatherings[token] = nil
    }
}
