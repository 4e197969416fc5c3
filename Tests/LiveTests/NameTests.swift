import EmojiArt
import Foundation
import Sync
import TestKit
import Testing

/// Documents that get other names, and that go.
struct NameTests {
    private static func names(_ server: LiveServer) throws -> [String?] {
        let list = try #require(JSONLine(server.request("/documents").body).array)
        return list.map { $0["name"]?.string }
    }

    @Test func `HT19 ER9 ER10 members of a renamed document follow it, with all they did`() throws {
        let server = try LiveServer()
        let clients = try (0..<3).map { _ in try LiveClient(server.url()).joined() }
        for client in clients { _ = try client.add(20) }
        let answer = try server.request("/documents/picnic?name=lake", method: "POST")
        #expect(answer.status == 204)
        for client in clients { _ = try client.add(20) }
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 120 })
        }
        #expect(try Self.names(server) == ["lake"])
        // Somebody with the old address finds it as well; a restart changes nothing about that.
        try server.crash()
        let late = try LiveClient(server.url()).joined()
        #expect(try late.eventually { $0.revision == 120 })
        #expect(try Self.names(server) == ["lake"])
    }

    @Test func `HT18 ER9 a deleted document is not made again by those who knew it`() throws {
        let server = try LiveServer()
        let editor = try server.editor()
        editor.write([#"{"type":"add","emojis":[{"text":"🌲","x":0,"y":0}],"ref":1}"#])
        #expect(editor.output.line { $0.contains(#""ref":1"#) } != nil)
        #expect(try server.request("/documents/picnic", method: "DELETE").status == 204)
        #expect(try server.request("/documents/picnic", method: "DELETE").status == 404)
        let run = editor.finish()
        #expect(run.ending == .exit(3))
        #expect(run.errors.contains { $0.contains("the document was deleted") }, "\(run.errors)")
        #expect(try Self.names(server) == [])
        // Somebody who knows nothing of it may begin anew, and is left alone by what was before.
        let new = try LiveClient(server.url()).joined()
        try new.draw(1)
        #expect(try Self.names(server) == ["picnic"])
        #expect(try new.revision == 1)
        try server.crash()
        #expect(try new.eventually { $0.isSynced })
    }

    @Test func `HT19 what cannot be renamed is told, and nobody loses anything`() throws {
        let server = try LiveServer()
        let one = try LiveClient(server.url()).joined()
        let other = try LiveClient(server.url("lake")).joined()
        _ = try one.add(3)
        func status(_ path: String, _ method: String = "POST") throws -> Int? {
            try server.request(path, method: method).status
        }
        #expect(try one.settle())
        #expect(try status("/documents/picnic?name=lake") == 409)
        #expect(try status("/documents/nowhere?name=pond") == 404)
        for query in ["", "?name=", "?name=A", "?name=a/b", "?name=a&b=c", "?to=pond"] {
            #expect(try status("/documents/picnic\(query)") == 400, "\(query)")
        }
        #expect(try status("/documents/picnic?name=picnic") == 204)
        #expect(try status("/documents/PICNIC", "DELETE") == 405)
        let origin = "https://evil.example"
        for method in ["POST", "DELETE"] {
            let path = "/documents/picnic?name=pond"
            #expect(try server.request(path, method: method, origin: origin).status == 403)
        }
        _ = try one.add(3)
        _ = try other.add(2)
        #expect(try one.eventually { $0.isSynced && $0.revision == 6 })
        #expect(try other.eventually { $0.isSynced && $0.revision == 2 })
        #expect(try Self.names(server) == ["lake", "picnic"])
    }

    @Test func `HT18 HT19 names change under load, and the server keeps every edit it answered`()
        throws
    {
        let server = try LiveServer()
        let clients = try (0..<4).map { _ in try LiveClient(server.url("name-0")).joined() }
        for round in 1...10 {
            for client in clients { _ = try client.add(10) }
            let path = "/documents/name-\(round - 1)?name=name-\(round)"
            let isDone = try Wait.until {
                let status = try server.request(path, method: "POST").status
                #expect(status == 204 || status == 503)
                return status == 204
            }
            #expect(isDone)
        }
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 400 })
        }
        #expect(try Self.names(server) == ["name-10"])
        server.stop()
        let log = try StoredLog(directory: server.data, document: "name-10")
        #expect(log.edits.count == 400)
        #expect(Set(log.edits.map { [$0.client, $0.seq] }).count == 400)
    }
}
