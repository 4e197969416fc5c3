package import EmojiArt
internal import WebSockets

// A server of several loops: what one of them has the others do.
extension Server {
    /// What a loop has another one do.
    package typealias Errand = @Sendable (Server) -> Void

    /// All loops of the server.
    package var group: LoopGroup { place.group }
    /// Which of the loops this is; 0 is the first.
    package var index: Int { place.index }

    /// Whether this loop does what only one of them can: listen, tell figures, make backups.
    var isFirst: Bool { index == 0 }

    /// Whether a document is on this loop.
    package func isHome(of name: DocumentName) -> Bool { group.home(of: name.string) == index }

    /// Has all loops do something, this one at once.
    package func onAllLoops(_ errand: @escaping Errand) {
        errand(self)
        for other in group.others(than: index) { other.post(.errand(errand)) }
    }

    /// Asks all loops for something.
    ///
    /// - Parameters:
    ///   - read: runs on each of them.
    ///   - completion: gets all that they said, on this one; at once when there is no other.
    package func gather<Part: Sendable>(
        _ read: @escaping @Sendable (Server) -> Part,
        completion: @escaping ([Part]) -> Void
    ) {
        let others = group.others(than: index)
        let gathering = Gathering(missing: others.count, completion)
        gathering.add(read(self))
        for other in others {
            perform { done in
                other.post(.errand { done(read($0)) })
            } then: { (part: Part) in
                gathering.add(part)
            }
        }
    }
}
