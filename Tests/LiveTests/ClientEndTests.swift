import EmojiArt
import Foundation
import Testing
import WebSockets
import Wire

@testable import Sync
@testable import emojiart

/// A client's transcript: what it has when the client ends, and what becomes of its file.
struct ClientEndTests {
    /// Makes an edit of what was under way when the client ends, as the editor does.
    private final class Owner: SyncClientDelegate {
        private(set) var failures = 0

        func client(_ client: SyncClient, tells effect: ReplicaEffect) {}

        func client(_ client: SyncClient, lost reason: String, retryIn milliseconds: UInt64) {}

        func client(_ client: SyncClient, failed status: emojiart.ExitStatus) {
            failures += 1
            client.update { replica in _ = replica.edit(.operation(.background(.blank))) }
            client.end()
        }
    }

    @Test func `TC12 an edit that is made while the client fails is kept`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("picnic.log")
        let loop = try EventLoop()
        let url = try #require(DocumentURL(argument: "ws://127.0.0.1:1/documents/picnic"))
        let key = try #require(ClientKey(String(repeating: "0a", count: 16)))
        let owner = Owner()
        let client = SyncClient(
            url,
            on: loop,
            key: key,
            name: "",
            transcript: TranscriptFile(path: path)
        )
        client.delegate = owner
        let connection = ClientConnection(
            on: loop,
            to: url.socket,
            subprotocol: "emojiart.v1",
            handler: client
        )
        client.opened(connection)
        let position = Position.start(of: 1)
        let welcome = ServerMessage.Welcome(
            document: "picnic",
            position: position,
            isResumed: false,
            member: 1,
            client: 1
        )
        client.received(ServerMessage.welcome(welcome).encoded.span, on: connection)
        for part in ServerMessage.SnapshotPart.parts(of: Document(), at: position) {
            client.received(part.span, on: connection)
        }
        let isSynced = client.replica.isSynced
        #expect(isSynced)
        client.received(Array("no message".utf8).span, on: connection)
        #expect(owner.failures == 1)
        let pending = client.replica.pendingCount
        #expect(pending == 1)
        #expect(TranscriptFile.state(at: path) == .unclean)
        var restored = Replica(key: key, keeping: .transcript)
        let lines = TranscriptFile(path: path).read()
        let used = restored.restore(lines)
        #expect(used == lines.count)
        let kept = restored.pendingCount
        #expect(kept == 1)
    }

    @Test func `a file is made short when it is long, and says so of its end`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a/b.log")
        #expect(TranscriptFile.state(at: path) == .missing)
        let file = TranscriptFile(path: path)
        file.replace(with: [Array("# one".utf8)], now: 0)
        file.append([Array("> two".utf8), Array("> three".utf8)], now: 0)
        #expect(file.read() == ["# one", "> two", "> three"].map { Array($0.utf8) })
        #expect(!file.isDue(0))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        file.append([Array(repeating: 0x20, count: TranscriptFile.longBytes)], now: 0)
        #expect(file.isDue(0))
        file.replace(with: [Array("# four".utf8)], now: 0)
        #expect(!file.isDue(0))
        #expect(TranscriptFile.state(at: path) == .unclean)
        file.end([], isClean: true, now: 0)
        #expect(TranscriptFile.state(at: path) == .clean)
        #expect(TranscriptFile(path: path).read() == [Array("# four".utf8)])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("a")).count == 1)
    }

    @Test func `lines that make no sense are put aside, a torn one is not`() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("one\ntwo\nthr", to: "a.log")
        let file = TranscriptFile(path: path)
        file.reject(file.read().dropFirst(2))
        #expect(file.problem == nil)
        file.reject(file.read().dropFirst(1))
        #expect(file.problem != nil)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        // What was put aside before is not written over.
        _ = try directory.write("four\nfive\n", to: "a.log")
        file.reject(file.read()[...])
        #expect(FileManager.default.contents(atPath: path + ".damaged2")?.first == 0x66)
        #expect(FileManager.default.contents(atPath: path + ".damaged")?.first == 0x6f)
    }
}
