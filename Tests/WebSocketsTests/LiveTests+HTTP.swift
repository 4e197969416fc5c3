import TestKit
import Testing

@testable import WebSockets

extension LiveTests {
    private func get(_ port: Int, _ head: String) throws -> String {
        let client = try #require(RawSocket(port: port))
        client.send(head)
        return try #require(client.readToEnd())
    }

    @Test func `GET is answered with its length and the connection closes`() throws {
        try Self.withServer { server in
            let found = try get(server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(found.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(found.contains("\r\nContent-Length: 6\r\n"))
            #expect(found.contains("\r\nConnection: close\r\n"))
            #expect(found.hasSuffix("\r\n\r\nhello\n"))
            let missing = try get(server.port, "GET /x?a=1%20&b HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(missing.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
            let query = try server.ask { $0.lastRequest?.query }
            #expect(query == [.init(name: "a", value: "1 "), .init(name: "b", value: "")])
        }
    }

    @Test func `405 answers every other method, its body read or not`() throws {
        try Self.withServer { server in
            let body = String(repeating: "x", count: 50_000)
            for head in [
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n" + body,
                "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n",
                "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            ] {
                let answer = try get(server.port, head)
                #expect(answer.hasPrefix("HTTP/1.1 405 "), "\(head.prefix(20)) got \(answer)")
            }
        }
    }

    @Test func `HT17 a body that takes too long, or has no place, is not gathered`() throws {
        var limits = ConnectionLimits()
        limits.uploadTimeoutSeconds = 1
        limits.uploadsPerAddressMax = 1
        try Self.withServer(limits: limits) { server in
            let head = "PUT /put HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
            let slow = try #require(RawSocket(port: server.port))
            slow.send("\(head)a")
            #expect(try server.eventually { $0.loop.admissions.uploadCount == 1 })
            #expect(try get(server.port, "\(head)abc").hasPrefix("HTTP/1.1 503 "))
            #expect(slow.readToEnd() == "")
            #expect(try server.eventually { $0.loop.admissions.uploadCount == 0 })
            #expect(try get(server.port, "\(head)abc").hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test func `a request that nobody answers is hung up on`() throws {
        var limits = ConnectionLimits()
        limits.handshakeTimeoutSeconds = 1
        try Self.withServer(limits: limits) { server in
            let answer = try get(server.port, "GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer == "")
            #expect(try server.eventually { $0.loop.admissions.acceptedCount == 0 })
        }
    }
}
