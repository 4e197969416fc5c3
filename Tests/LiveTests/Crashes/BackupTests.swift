import EmojiArt
import Foundation
import Storage
import Testing

/// Data directories that were copied, by the book and against it.
struct BackupTests {
    @Test func `FA12 SY16 a backup put in place of what came after it forks nobody`() async throws {
        try await Aside.run {
            let server = try LiveServer()
            let backup = try TemporaryDirectory()
            let writer = try LiveClient(server.url())
            let eye = try LiveClient(server.url(), key: nil)
            #expect(try writer.join() && eye.join())
            #expect(try writer.add(10).count == 10)
            #expect(try writer.settle())
            server.stop()
            try FileManager.default.copyItem(atPath: server.data, toPath: backup.path("data"))
            try server.restart()
            #expect(try writer.add(10).count == 10)
            #expect(try writer.settle())
            #expect(try eye.eventually { $0.revision == 20 })
            server.stop()
            #expect(try writer.eventually { !$0.isLive })
            // Made while no server is there, on top of what the backup does not have.
            #expect(try writer.add(3).count == 3)
            try FileManager.default.removeItem(atPath: server.data)
            try FileManager.default.copyItem(atPath: backup.path("data"), toPath: server.data)
            try server.restart()
            try writer.ask { $0.retryNow() }
            try eye.ask { $0.retryNow() }
            #expect(try writer.settle())
            let end = try writer.revision
            #expect(try eye.eventually { $0.revision == end && $0.isLive })
            #expect(try writer.ask { $0.failure } == nil)
            let fresh = try LiveClient(server.url(), key: nil)
            #expect(try fresh.join())
            for client in [writer, eye] {
                #expect(try client.document.checksum == fresh.document.checksum)
                #expect(try client.ask { $0.divergenceCount } == 0)
            }
            // The ten of the backup and the three that were pending.
            #expect(try fresh.document.emojis.count == 13)
            #expect(try writer.add(2).count == 2)
            #expect(try writer.settle())
            server.stop()
            let stored = try JournalReader(server.data).edits(of: "picnic")
            #expect(stored.map(\.revision) == Array(1...15))
            #expect(Set(stored.map { [$0.client, $0.seq] }).count == 15)
        }
    }

    @Test func `FA13 a copy made while the server writes is refused or is a part of its history`()
        async throws
    {
        try await Aside.run {
            let server = try LiveServer()
            var client = SweepClient()
            let isReady = client.connect(to: server) && client.make(400, window: 1)
            #expect(isReady)
            var endings: [String: Int] = [:]
            for round in 1...20 {
                // Copied file by file, with more edits before, between and after.
                let copy = try TemporaryDirectory()
                try FileManager.default.createDirectory(
                    atPath: copy.path("data"),
                    withIntermediateDirectories: false
                )
                let names = ["journal.sqlite", "journal.sqlite-wal"]
                for name in round.isMultiple(of: 2) ? names : names.reversed() {
                    try FileManager.default.copyItem(
                        atPath: server.data + "/" + name,
                        toPath: copy.path("data/" + name)
                    )
                    let isDone = client.make(60)
                    #expect(isDone)
                }
                endings[try Self.served(copy, client), default: 0] += 1
            }
            print("FA13: live copies: \(endings)")
            server.stop()
        }
    }

    /// What a copy gives: nothing, or a beginning of the history.
    private static func served(_ copy: TemporaryDirectory, _ client: SweepClient) throws -> String {
        switch JournalProbe(copy.path("data"), ["picnic"]).documents["picnic"] {
        case nil: return "refused"
        case .refused: return "document refused"
        case .absent: return "empty"
        case .served(let stored):
            let pairs = client.accepted.map { ($0.value, $0.key) }
            let known = Dictionary(uniqueKeysWithValues: pairs)
            for edit in stored.edits {
                #expect(known[Int(edit.revision)] == Int(edit.seq))
            }
            #expect(stored.revision <= client.accepted.count)
            return stored.revision == client.accepted.count ? "whole" : "a beginning"
        }
    }
}
