import Foundation
import HTTPClient
import TestKit
import Testing

@testable import Transport
@testable import WebSockets

// A listener on a Unix socket, which is for the operators of this machine.
extension LiveTests {
    /// Runs a test against a server that listens on a path as well.
    private static func withSocket(
        _ body: (RunningServer, String) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "u\(UUID().uuidString.prefix(8))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try withServer { server in
            let error = try server.ask { $0.listen(on: path) }
            #expect(error == nil)
            try body(server, path)
        }
        #expect(!FileManager.default.fileExists(atPath: path), "the socket outlives its server")
    }

    private static func ask(
        _ path: String,
        _ method: String,
        _ target: String
    ) throws -> HTTPClient.Answer {
        var request = HTTPClient.Request(url: try #require(HTTPURL("http://local\(target)")))
        request.method = method
        request.socket = path
        request.milliseconds = 10_000
        request.bodyBytesMax = 1 << 20
        return try #require(HTTPClient()).answer(to: request)
    }

    @Test func `a Unix socket is its owner's, and answers as a port does`() throws {
        try Self.withSocket { server, path in
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            for _ in 0..<3 {
                let answer = try Self.ask(path, "GET", "/")
                #expect(answer.status == 200)
                #expect(String(decoding: answer.body, as: UTF8.self) == "hello\n")
            }
            #expect(try Self.ask(path, "GET", "/big").body.count == 400_000)
            #expect(try Self.ask(path, "DELETE", "/").status == 405)
            #expect(try Self.ask(path, "GET", "/later").status == 200)
            #expect(try server.ask { $0.lastRequest?.peerAddress } == "local")
        }
    }

    @Test func `a peer of the Unix socket that does not read holds up nobody`() throws {
        try Self.withSocket { server, path in
            // It asks for more than the kernel holds for it, and reads nothing.
            let descriptor = try #require(UnixAddress.connect(to: path))
            let head = Array("GET /big HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
            let sent = unsafe send(descriptor, head, head.count, 0)
            #expect(sent == head.count)
            for _ in 0..<20 {
                #expect(try Self.ask(path, "GET", "/").status == 200)
            }
            close(descriptor)
            #expect(try Self.ask(path, "GET", "/").status == 200)
        }
    }

    @Test func `a socket that is served, or what is no socket, is not replaced`() throws {
        try Self.withSocket { server, path in
            #expect(try server.ask { $0.listen(on: path) } == .socketInUse(path: path))
            #expect(try Self.ask(path, "GET", "/").status == 200)
            let file = path + ".file"
            try Data("x".utf8).write(to: URL(filePath: file))
            guard case .socketUnusable = try server.ask({ $0.listen(on: file) }) else {
                Issue.record("a file was taken for a socket")
                return
            }
            #expect(try Data(contentsOf: URL(filePath: file)) == Data("x".utf8))
            for bad in ["", path + "/under", "/nowhere/s", String(repeating: "a", count: 108)] {
                guard case .socketUnusable = try server.ask({ $0.listen(on: bad) }) else {
                    Issue.record("a socket at \(bad)")
                    return
                }
            }
        }
    }
}

extension TestServer {
    /// Listens on a path as well; gives why it cannot.
    func listen(on path: String) -> WebSocketError? {
        do throws(WebSocketError) {
            _ = try Listener(on: loop, path: path, handler: self)
            return nil
        } catch {
            return error
        }
    }
}
