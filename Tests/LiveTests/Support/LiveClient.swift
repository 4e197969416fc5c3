import EmojiArt
import Foundation
import Sync
import Synchronization
import TestKit
import Testing
import WebSockets
import Wire

@testable import emojiart

/// The terminal client's own client, in this process, on an event loop with a thread of its own.
///
/// Connects again by itself, as the program does. What a test asks of it is done on its thread.
final class LiveClient: Sendable {
    typealias Job = @Sendable (Watch) -> Void

    struct Gone: Error {}

    private let mailbox: Mailbox<Job>
    private let ended = DispatchSemaphore(value: 0)

    /// Connects to a document; a viewer has no key, and `authorities` is the file of those who may
    /// sign the server's certificate.
    init(
        _ url: String,
        key: ClientKey? = .fresh,
        name: String = "",
        transcript: String? = nil,
        goesOnOffline: Bool = false,
        limits: ClientLimits = ClientLimits(),
        authorities: String? = nil
    ) throws {
        let made = Reply<Mailbox<Job>?>()
        let ended = ended
        Thread {
            if let url = DocumentURL(argument: url), let loop = try? EventLoop() {
                loop.authorities = authorities
                let watch = Watch(
                    url,
                    on: loop,
                    key: key,
                    name: name,
                    transcript: transcript,
                    goesOnOffline: goesOnOffline,
                    limits: limits
                )
                made.give(loop.makeMailbox { (job: Job) in job(watch) })
                loop.run()
            } else {
                made.give(nil)
            }
            ended.signal()
        }.start()
        guard let mailbox = made.wait() ?? nil else { throw Gone() }
        self.mailbox = mailbox
    }

    deinit { mailbox.post { $0.stop() } }

    /// Asks something on the client's thread.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (Watch) -> Answer) throws -> Answer {
        let answer = Reply<Answer>()
        mailbox.post { answer.give(question($0)) }
        guard let result = answer.wait() else { throw Gone() }
        return result
    }

    /// Asks until the answer is yes; false when it was not within the time.
    func eventually(
        _ seconds: Double = Wait.seconds,
        _ question: @escaping @Sendable (Watch) -> Bool
    ) throws -> Bool {
        try Wait.until(seconds) { try ask(question) }
    }

    func join() throws -> Bool {
        let isJoined = try eventually { $0.isLive || $0.failure != nil }
        if let failure = try ask({ $0.failure }) {
            Issue.record("the client gave up: \(failure)")
            return false
        }
        return isJoined
    }

    /// Waits until it has joined, and gives it.
    func joined(sourceLocation: SourceLocation = #_sourceLocation) throws -> LiveClient {
        #expect(try join(), sourceLocation: sourceLocation)
        return self
    }

    /// Waits until it has joined and all its edits are answered.
    func settle() throws -> Bool { try eventually { $0.isSynced } }

    /// Makes an edit; returns its `ref`.
    @discardableResult
    func edit(_ operation: EmojiArt.Operation) throws -> Int {
        try ask { watch in watch.update { $0.edit(.operation(operation)) } }
    }

    /// Sets a background of 50 kB, another one for each number.
    func editLargely(_ number: Int) throws {
        let url = "https://example.org/" + String(repeating: "A", count: 50_000 + number)
        try edit(.background(.url(try #require(BackgroundURL(url)))))
    }

    /// Adds emojis, one edit each; returns their ids.
    func add(_ count: Int = 1) throws -> [EmojiID] {
        try ask { watch in
            (0..<count).compactMap { index in watch.add(x: index, y: 0) }
        }
    }

    /// Adds emojis, one edit each, all of which must be acknowledged; returns their ids.
    @discardableResult
    func draw(
        _ count: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [EmojiID] {
        let ids = try add(count)
        #expect(ids.count == count, sourceLocation: sourceLocation)
        #expect(try settle(), sourceLocation: sourceLocation)
        return ids
    }

    /// What the server has confirmed.
    var document: Document {
        get throws { try ask { $0.document } }
    }

    var revision: Int {
        get throws { try ask { $0.revision } }
    }

    func stop() { end { $0.leave() } }

    /// Ends its loop as it stands, as a kill would.
    func kill() { end { $0.stop() } }

    private func end(_ job: @escaping Job) {
        mailbox.post(job)
        _ = ended.wait(timeout: .now() + Wait.seconds)
        ended.signal()
    }
}

extension ClientKey {
    private static let count = Atomic<UInt64>(0)

    /// A new client's key: no other client of this run has it.
    static var fresh: ClientKey {
        ClientKey(high: 1, low: count.add(1, ordering: .relaxed).newValue)
    }
}
