import Foundation
import Testing
import Wire

@testable import emojiart

/// Which key a program takes, of those that others use or have left.
///
/// Not among the live tests: a process that is being started holds the locks of its parent for a
/// moment, and so a key that this test has let go of.
struct KeyStoreTests {
    @Test func `TC12 an editor takes a key with edits to be sent, no command does`() throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "emojiart-keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let url = try #require(DocumentURL(argument: "ws://localhost:1234/documents/picnic"))
        let other = try #require(DocumentURL(argument: "ws://localhost:1234/documents/other"))
        let store = KeyStore(directory: directory)
        var first: KeyStore.Lease? = try store.lease(for: url, purpose: .editor)
        var second: KeyStore.Lease? = try store.lease(for: url, purpose: .editor)
        let keys = [try #require(first).key, try #require(second).key]
        let path = try #require(second).transcriptPath
        #expect(keys[0] != keys[1])
        TranscriptFile(path: path).replace(with: [Array("# edits".utf8)], now: 0)
        // While an editor has the key, it is that one's to send them.
        #expect(store.leftBehind(on: url) == 0)
        (first, second) = (nil, nil)
        #expect(store.leftBehind(on: url) == 1)
        #expect(store.leftBehind(on: other) == 0)
        func key(_ url: DocumentURL, _ purpose: KeyStore.Purpose) throws -> ClientKey {
            try store.lease(for: url, purpose: purpose).key
        }
        #expect(try key(url, .editor) == keys[1])
        #expect(try key(url, .command) == keys[0])
        #expect(try key(other, .editor) == keys[0])
        first = try store.lease(for: url, purpose: .command)
        // The first is in use, the second not for commands: a third one is made.
        #expect(try !keys.contains(key(url, .command)))
        #expect(try key(other, .command) == keys[1])
        let file = TranscriptFile(path: path)
        file.replace(with: [Array("# no edits".utf8)], now: 0)
        file.end([], isClean: true, now: 0)
        #expect(store.leftBehind(on: url) == 0)
        #expect(try key(url, .command) == keys[1])
        #expect(TranscriptFile.state(at: path) == .missing)
        first = nil
    }
}
