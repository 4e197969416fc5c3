import EmojiArt
import Foundation
import Testing
import WebSockets
import Wire

@testable import Sync
@testable import emojiart

/// What a client's transcript has when the client ends in the middle of something.
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
        let loop = try EventLoop(backend: .poll)
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
            client: 1,
            seq: 0,
            counter: 0,
            undo: nil,
            redo: nil
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
        var restored = Replica(key: key, keepsTranscript: true)
        let lines = TranscriptFile(path: path).read()
        let used = restored.restore(lines)
        #expect(used == lines.count)
        let kept = restored.pendingCount
        #expect(kept == 1)
    }
}
