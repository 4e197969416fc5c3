import EmojiArt
import Foundation
import Testing
import Wire

@testable import emojiart

/// Edits that are made while the server is away, on its real files and the client's.
struct OfflineTests {
    private static func file(_ server: LiveServer) -> String { server.directory.path("picnic.log") }

    private static func moves(_ server: LiveServer) throws -> [StoredLog.Edit] {
        server.stop()
        let log = try StoredLog(directory: server.data)
        #expect(log.breaks.isEmpty, "\(log.breaks)")
        return log.edits
    }

    @Test func `FA24 TC12 edits made while the server is down are sent once`() throws {
        let server = try LiveServer()
        let key = ClientKey.fresh
        let first = try LiveClient(server.url(), key: key, transcript: Self.file(server))
        #expect(try first.join())
        #expect(try first.add(3).count == 3)
        #expect(try first.settle())
        server.program.signal(SIGKILL)
        #expect(server.program.ending() == .signal(SIGKILL))
        #expect(try first.eventually { $0.lossCount > 0 })
        #expect(try first.add(5).count == 5)
        // Its loop ends as it stands: nothing is closed, nothing more is written.
        first.kill()
        #expect(TranscriptFile.state(at: Self.file(server)) == .unclean)
        // The next client begins while nobody listens, and shows and goes on with what there is.
        let second = try LiveClient(
            server.url(),
            key: key,
            transcript: Self.file(server),
            goesOnOffline: true
        )
        #expect(try second.ask { $0.pendingCount } == 5)
        #expect(try second.ask { $0.shownCount } == 8)
        #expect(try second.add(2).count == 2)
        #expect(try second.eventually { $0.lossCount > 0 })
        #expect(try second.ask { $0.failure } == nil)
        try server.restart()
        try second.ask { $0.retryNow() }
        #expect(try second.settle())
        #expect(try second.document.emojis.count == 10)
        #expect(try second.ask { $0.snapshotCount } == 0)
        second.stop()
        #expect(TranscriptFile.state(at: Self.file(server)) == .clean)
        #expect(try Self.moves(server).map(\.seq) == Array(1...10))
    }

    @Test func `FA24 TC12 edits that were sent and not answered are applied once`() throws {
        let server = try LiveServer()
        let key = ClientKey.fresh
        for round in 1...5 {
            let client = try LiveClient(server.url(), key: key, transcript: Self.file(server))
            #expect(try client.join())
            #expect(try client.add(40).count == 40)
            // In the midst of the answers.
            client.kill()
            #expect(TranscriptFile.state(at: Self.file(server)) == .unclean)
            if round == 3 { try server.crash() }
        }
        let last = try LiveClient(server.url(), key: key, transcript: Self.file(server))
        #expect(try last.settle())
        #expect(try last.document.emojis.count == 200)
        last.stop()
        #expect(try Self.moves(server).map(\.seq) == Array(1...200))
    }

    @Test func `a client that never reached its server ends, unless it goes on offline`() throws {
        let server = try LiveServer()
        server.stop()
        let plain = try LiveClient(server.url())
        #expect(try plain.eventually { $0.failure != nil })
        plain.stop()
    }

    @Test func `a ping measures the way to the server`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url())
        #expect(try client.join())
        try client.ask { $0.ping() }
        #expect(try client.eventually { $0.latencyMilliseconds != nil })
        client.stop()
    }

    // MARK: The file

    @Test func `TC12 a file that cannot be written stops nobody and is told once`() throws {
        let server = try LiveServer()
        let client = try LiveClient(
            server.url(),
            transcript: "/proc/no/such/place.log"
        )
        #expect(try client.join())
        #expect(try client.add(5).count == 5)
        #expect(try client.settle())
        let problem = try #require(try client.ask { $0.transcriptProblem })
        #expect(problem.contains("not kept on this machine"))
        client.stop()
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
