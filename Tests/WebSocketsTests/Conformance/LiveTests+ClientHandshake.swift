import TestKit
import Testing

@testable import WebSockets

// Servers that answer our client's handshake otherwise than RFC 6455 section 4.1 says.
extension LiveTests {
    /// A wrong answer, made of the right one.
    private struct Answer: Sendable {
        let name: String
        let change: @Sendable (String) -> String

        static func replacing(_ line: String, _ replacement: String) -> Answer {
            Answer(name: "\(line) is \(replacement.isEmpty ? "missing" : replacement)") { answer in
                answer.split(separator: "\r\n", omittingEmptySubsequences: false)
                    .compactMap { text -> String? in
                        guard text.hasPrefix(line) else { return String(text) }
                        return replacement.isEmpty ? nil : replacement
                    }
                    .joined(separator: "\r\n")
            }
        }

        static func adding(_ line: String) -> Answer {
            Answer(name: "\(line.prefix(60)) besides") { answer in
                answer.replacing("\r\n\r\n", with: "\r\n\(line)\r\n\r\n")
            }
        }
    }

    private static let answers: [Answer] = [
        .replacing("Sec-WebSocket-Accept", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
        .replacing("Sec-WebSocket-Accept", "Sec-WebSocket-Accept:"),
        .replacing("Sec-WebSocket-Accept", ""),
        .replacing("Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: emojiart.v2"),
        .replacing("Sec-WebSocket-Protocol", ""),
        .replacing("Upgrade", "Upgrade: h2c"),
        .replacing("Upgrade", ""),
        .replacing("Connection", "Connection: close"),
        .replacing("Connection", ""),
        .replacing("HTTP/1.1", "HTTP/1.1 200 OK"),
        .replacing("HTTP/1.1", "HTTP/1.1 403 Forbidden"),
        .replacing("HTTP/1.1", "HTTP/9.9 999 \u{7F}"),
        .replacing("HTTP/1.1", "SSH-2.0-OpenSSH_9.2"),
        .adding("Sec-WebSocket-Extensions: permessage-deflate"),
        .adding("X: " + String(repeating: "a", count: 1 << 20)),
        Answer(name: "nothing") { _ in "" },
        Answer(name: "zeros") { _ in String(repeating: "\0", count: 5_000) },
        Answer(name: "half a head") { String($0.prefix(40)) },
    ]

    @Test func `FA61 our client refuses what is no answer to its handshake`() throws {
        let client = try RunningClient()
        defer { #expect(client.stop(), "the loop did not end") }
        let listener = try #require(RawListener())
        for answer in Self.answers {
            client.connect(to: listener.port)
            let handshake = try #require(listener.readHandshake())
            handshake.socket.send(answer.change(handshake.answer))
            handshake.socket.send(RawFrame(1, Array("heard".utf8)).encoded(mask: nil))
            handshake.socket.finishWriting()
            switch client.lastReason() {
            case .refused, .unreachable: break
            case let reason: Issue.record("\(answer.name): \(String(describing: reason))")
            }
            let echo = handshake.socket.readToEnd() ?? "no end"
            #expect(echo.isEmpty, "\(answer.name): \(echo)")
        }
    }

    @Test func `FA61 our client takes an answer byte by byte, and a message right behind it`()
        throws
    {
        let client = try RunningClient()
        defer { #expect(client.stop(), "the loop did not end") }
        let listener = try #require(RawListener())
        let message = RawFrame(1, Array("heard".utf8)).encoded(mask: nil)
        for isSlow in [false, true] {
            client.connect(to: listener.port)
            let handshake = try #require(listener.readHandshake())
            let bytes = Array(handshake.answer.utf8) + message
            handshake.socket.sendAtOnce()
            if isSlow {
                for byte in bytes { handshake.socket.send([byte]) }
            } else {
                handshake.socket.send(bytes)
            }
            #expect(handshake.socket.readMessage()?.payload == Array("heard".utf8))
            handshake.socket.send(RawFrame(8, [0x03, 0xE8]).encoded(mask: nil))
            #expect(client.lastReason() == .code(1000, ""))
        }
    }
}
