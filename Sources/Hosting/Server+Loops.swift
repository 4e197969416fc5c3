package import EmojiArt
internal import Foundation
package import Transport
internal import WebSockets

// A server of several loops: what they have each other do, and how connections come to theirs.
extension Server {
    /// What a loop has another one do.
    package typealias Errand = @Sendable (Server) -> Void

    /// Whether a document is on this loop.
    package func isHome(of name: DocumentName) -> Bool { group.home(of: name.string) == index }

    /// Has all loops do something, this one at once.
    package func onAllLoops(_ errand: @escaping Errand) {
        errand(self)
        for other in group.others(than: index) { other.post(errand) }
    }

    /// Reads something on all loops; the completion gets all of it on this one, at once when there
    /// is no other.
    package func gather<Part: Sendable>(
        _ read: @escaping @Sendable (Server) -> Part,
        completion: @escaping ([Part]) -> Void
    ) {
        let others = group.others(than: index)
        var parts = [read(self)]
        if others.isEmpty { completion(parts) }
        for other in others {
            perform { done in
                other.post { done(read($0)) }
            } then: { (part: Part) in
                parts.append(part)
                if parts.count > others.count { completion(parts) }
            }
        }
    }

    /// Serves what the first loop accepts for this one.
    func openDoors(operators handler: any ListenerHandler) throws(WebSocketError) -> LoopDoors {
        let listener = try Listener(
            servingFor: .everyone,
            isLocal: false,
            on: loop,
            subprotocol: Self.subprotocol,
            handler: self
        )
        adopt(listener)
        let operators = try Listener(
            servingFor: .operators,
            isLocal: true,
            on: loop,
            subprotocol: Listener.operatorsName,
            handler: handler
        )
        return LoopDoors(
            everyone: listener.makeDoor(on: loop),
            operators: operators.makeDoor(on: loop)
        )
    }

    /// Has what this loop accepts served by all of them; the doors are the others', in their order.
    ///
    /// - Throws: when no descriptor is left.
    package func distribute(to doors: [LoopDoors]) throws(WebSocketError) {
        guard !doors.isEmpty else { return }
        let group = group
        // With what stands before the names of documents in paths.
        let ways = [
            (entrance.listener, doors.map(\.everyone), "/documents/"),
            (entrance.operators, doors.map(\.operators), "/admin/documents/"),
        ]
        for (listener, doors, prefix) in ways {
            try listener?.distribute(
                on: loop,
                Distribution(doors: [nil] + doors) { group.home(ofPath: $0, after: prefix) }
            )
        }
    }
}
