import EmojiArt
import Foundation
import Synchronization
import Testing

/// A client that makes one edit after the other, each when the one before is answered, on a thread
/// of its own.
///
/// It moves an emoji of its own by one, so that the emoji's place says how often that was done, and
/// now and then adds another one.
final class StepWriter: Sendable {
    /// What it did.
    struct Progress: Sendable {
        /// Edits that were acknowledged.
        var moves = 0
        var adds = 0
        /// Why it ended before it was told to.
        var problem: String?
        var isStopping = false
        var hasEnded = false

        var acknowledged: Int { moves + adds }
    }

    /// What the threads share: the writer's own does not keep the writer.
    private final class Desk: Sendable { let progress = Mutex(Progress()) }

    private static let movesPerAdd = 50

    let client: LiveClient
    /// The emoji that it moves.
    let emoji: EmojiID
    /// The times that it waited for an answer.
    let gaps = AckGaps()
    private let desk = Desk()

    /// Joins, and begins.
    ///
    /// - Parameters:
    ///   - url: the document.
    ///   - all: is told of each acknowledgement.
    /// - Throws: when it cannot.
    init(_ url: String, telling all: AckGaps) throws {
        let client = try LiveClient(url)
        try #require(try client.join())
        emoji = try #require(try client.add().first)
        try #require(try client.settle())
        self.client = client
        let (desk, emoji, own) = (desk, emoji, gaps)
        desk.progress.withLock { $0.adds = 1 }
        Thread {
            var count = 1
            while !desk.progress.withLock({ $0.isStopping }) {
                let isMove = count % Self.movesPerAdd != 0
                do {
                    try Self.edit(isMove ? emoji : nil, by: client)
                } catch {
                    desk.progress.withLock { $0.problem = "edit \(count): \(error)" }
                    break
                }
                count += 1
                own.tick()
                all.tick()
                desk.progress.withLock {
                    if isMove { $0.moves += 1 } else { $0.adds += 1 }
                }
            }
            desk.progress.withLock { $0.hasEnded = true }
        }.start()
    }

    deinit { stop() }

    private struct NotAnswered: Error {}

    private static func edit(_ emoji: EmojiID?, by client: LiveClient) throws {
        if let emoji {
            try client.edit(.move(ids: [emoji], dx: 1, dy: 0))
        } else {
            _ = try client.add()
        }
        guard try client.settle() else { throw NotAnswered() }
    }

    var progress: Progress { desk.progress.withLock { $0 } }

    /// Ends it when its last edit is answered.
    func stop() { desk.progress.withLock { $0.isStopping = true } }
}
