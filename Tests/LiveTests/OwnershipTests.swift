import EmojiArt
import Foundation
import HTTPClient
import SQLiteStore
import Synchronization
import TestKit
import Testing
import Tokens
import WebSockets

@testable import Hosting

/// A server that shares its store with others serves what it owns.
struct OwnershipTests {
    @Test func `CN16 ER6 a document is served while this server owns it, and then released`() throws
    {
        let deal = Deal()
        let name = try #require(DocumentName("picnic"))
        let directory = try TemporaryDirectory()
        let host = try Host(deal, in: directory.path("data"))
        // Another server has it.
        let refused = try host.connect()
        refused.sendText(LiveServer.hello(key: 1))
        let close = try #require(refused.readClose())
        #expect(close.code == 1013)
        #expect(close.reason.contains("another server has the document, retry_after="))
        #expect(try host.status("/documents/picnic.svg") == 503)
        #expect(deal.counts == Deal.Counts(claims: 2, releases: 0))
        // Now it is this one's, and claimed again when it has been made.
        deal.isOurs = true
        let member = try host.connect()
        member.sendText(LiveServer.hello(key: 1))
        #expect(member.readMessage("welcome") != nil)
        member.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(member.readMessage("edit") != nil)
        let claims = deal.counts.claims
        // It ends before its release: the member reconnects, and this server claims it again.
        host.run { $0.setDown(name) }
        #expect(member.readClose()?.code == 1012)
        #expect(Wait.until { deal.counts.releases > 0 })
        let again = try host.connect()
        again.sendText(LiveServer.hello(key: 1))
        #expect(again.readMessage("welcome")?["revision"]?.integer == 1)
        #expect(deal.counts.claims == claims + 1)
        host.stop()
    }
}

extension OwnershipTests {
    /// Gives documents to this server as a test says, and counts what it is asked.
    private final class Deal: Ownership {
        struct Counts: Equatable {
            var claims = 0
            var releases = 0
        }

        private let state = Mutex((isOurs: false, counts: Counts()))

        var counts: Counts { state.withLock(\.counts) }

        var isOurs: Bool {
            get { state.withLock(\.isOurs) }
            set { state.withLock { $0.isOurs = newValue } }
        }

        func claim(_ name: DocumentName, completion: @escaping @Sendable (Bool) -> Void) {
            let isOurs = state.withLock { state in
                state.counts.claims += 1
                return state.isOurs
            }
            // As an answer that comes from another machine.
            Thread.detachNewThread { completion(isOurs) }
        }

        func release(_ name: DocumentName) { state.withLock { $0.counts.releases += 1 } }
    }

    /// A server in this process, on a thread of its own.
    private final class Host: Sendable {
        typealias Job = @Sendable (Server) -> Void

        let port: Int
        private let mailbox: Mailbox<Job>
        private let ended = DispatchSemaphore(value: 0)

        init(_ deal: Deal, in directory: String) throws {
            let made = Reply<(port: Int, mailbox: Mailbox<Job>)?>()
            let ended = ended
            Thread.detachNewThread {
                do {
                    let journal = try Journal.open(directory: directory)
                    defer { journal.close() }
                    let loop = try EventLoop(backend: .poll)
                    var options = HostingOptions()
                    options.listen = ListenAddress(host: "127.0.0.1", port: 0)
                    let server = Server(
                        loop: loop,
                        journal: journal,
                        options: options,
                        tokens: TokenVerifier(keys: TokenKeys()),
                        ownership: deal
                    )
                    let port = try server.listen()
                    let mailbox = loop.makeMailbox { (job: Job) in job(server) }
                    made.give((port, mailbox))
                    loop.run()
                } catch {
                    Issue.record(error)
                    made.give(nil)
                }
                ended.signal()
            }
            (port, mailbox) = try #require(made.wait() ?? nil)
        }

        func run(_ job: @escaping Job) { mailbox.post(job) }

        func connect() throws -> RawSocket {
            let socket = try #require(RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)))
            socket.send(LiveServer.handshake(to: port))
            #expect(socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true)
            return socket
        }

        func status(_ path: String) throws -> Int {
            let url = try #require(HTTPURL("http://127.0.0.1:\(port)\(path)"))
            return try #require(HTTPClient()).answer(to: HTTPClient.Request(url: url)).status
        }

        func stop() {
            mailbox.post { $0.beginDrain() }
            ended.wait()
        }
    }
}
