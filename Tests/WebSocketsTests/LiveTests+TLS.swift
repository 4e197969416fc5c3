import Foundation
import TestKit
import Testing
import Transport

@testable import WebSockets

/// TLS: what it is spoken with, and that all else is as without.
extension LiveTests {
    /// What `openssl s_client` says of a port.
    private func handshake(_ port: Int, _ options: [String] = []) throws -> String {
        try TestCertificate.openssl(
            ["s_client", "-connect", "127.0.0.1:\(port)"] + options,
            mayFail: true
        )
    }

    @Test func `TLS 1.2 and 1.3 are spoken, older ones are not, and never HTTP 2`() throws {
        let server = try RunningServer(certificate: TestCertificate(), isTunnelled: false)
        for (version, isSpoken) in [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
            // Security level 0 is what a client needs to offer TLS 1.1 at all.
            let said = try handshake(
                server.port,
                [version, "-alpn", "h2,http/1.1", "-cipher", "DEFAULT@SECLEVEL=0"]
            )
            #expect(said.contains("Cipher is (NONE)") == !isSpoken, "\(version): \(said)")
            #expect(said.contains("ALPN protocol: http/1.1") == isSpoken, "\(version): \(said)")
        }
        let onlyTwo = try handshake(server.port, ["-alpn", "h2"])
        #expect(onlyTwo.contains("No ALPN negotiated"), "\(onlyTwo)")
        #expect(server.stop())
    }

    @Test func `plain HTTP to a port with TLS is hung up on, and others are served`() throws {
        let server = try RunningServer(certificate: TestCertificate(), isTunnelled: false)
        let tunnel = try TLSTunnel()
        tunnel.aim(at: server.port)
        let client = try #require(RawSocket.open(port: tunnel.port))
        for bytes in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{03}\u{01}\u{02}x", "\0"] {
            let plain = try #require(RawSocket(port: server.port))
            plain.send(bytes)
            plain.finishWriting()
            #expect(plain.readToEnd()?.contains("HTTP/") == false)
        }
        client.sendText("still here")
        #expect(client.readMessage()?.text == "still here")
        #expect(try server.eventually { $0.loop.admissions.acceptedCount == 1 })
        #expect(server.stop())
    }

    @Test func `a handshake that does not come to its end is hung up on`() throws {
        var limits = ConnectionLimits()
        limits.handshakeTimeoutSeconds = 1
        let server = try RunningServer(
            limits: limits,
            certificate: try TestCertificate(),
            isTunnelled: false
        )
        let silent = try #require(RawSocket(port: server.port))
        #expect(silent.readToEnd() == "")
        #expect(try server.eventually { $0.loop.admissions.acceptedCount == 0 })
        #expect(server.stop())
    }

    @Test func `a certificate that cannot be used is told by its file and the reason`() throws {
        let good = try TestCertificate(days: 3)
        let other = try TestCertificate()
        let identity = try TLSIdentity(certificate: good.certificate, key: good.key)
        let days = Double(identity.expiresAt) - Date.now.timeIntervalSince1970
        #expect((2.9...3.1).contains(days / 86_400))
        func fault(_ certificate: String, _ key: String) -> String {
            do throws(WebSocketError) {
                _ = try TLSIdentity(certificate: certificate, key: key)
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(fault(good.certificate, other.key).contains("mismatch"))
        #expect(fault(good.folder + "/none", good.key).contains("No such file"))
        #expect(fault(good.certificate, good.folder + "/none").contains("No such file"))
        #expect(fault(good.key, good.key).contains(good.key))
        #expect(fault(good.certificate, good.certificate).contains("everybody may read"))
        let locked = good.folder + "/locked.pem"
        let lock = ["-aes128", "-passout", "pass:x", "-in", good.key, "-out", locked]
        try TestCertificate.openssl(["ec"] + lock)
        #expect(fault(good.certificate, locked).contains("locked.pem"))
    }

    @Test func `large answers and bodies, and who does not read, are over TLS as without`() throws {
        let certificate = try TestCertificate()
        try Self.withServer(certificate: certificate) { server in
            let client = try #require(RawSocket(port: server.port))
            client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.readToEnd()?.hasSuffix(String(repeating: "a", count: 400_000)) == true)
            let body = [UInt8](repeating: 7, count: 3_000_000)
            let upload = try #require(RawSocket(port: server.port))
            upload.send("PUT /put HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
            upload.send(body)
            #expect(upload.readToEnd()?.hasSuffix("\(body.count) \(7 * body.count)\n") == true)
            let socket = try #require(RawSocket.open(port: server.port))
            let text = String(repeating: "b", count: 60_000)
            for _ in 0..<40 { socket.sendText(text) }
            for _ in 0..<40 { #expect(socket.readMessage()?.payload.count == 60_000) }
        }
    }

    @Test
    func `who sends too much in one record waits, and the loop does not look for it meanwhile`()
        throws
    {
        var limits = ConnectionLimits()
        limits.inboundMessagesPerSecond = 100
        limits.inboundMessagesBurst = 10
        let certificate = try TestCertificate()
        try Self.withServer(limits: limits, certificate: certificate) { server in
            let client = try #require(RawSocket.open(port: server.port))
            let clock = ContinuousClock()
            let start = clock.now
            let used = try server.ask { _ in Self.threadTime }
            let texts = (0..<150).map { "\($0) " + String(repeating: "a", count: 90) }
            client.sendTexts(Array(texts[..<140]))
            for text in texts[..<140] { #expect(client.readMessage()?.text == text) }
            // The record was read whole before reading paused: what comes now waits for that.
            client.sendTexts(Array(texts[140...]))
            for text in texts[140...] { #expect(client.readMessage()?.text == text) }
            let elapsed = clock.now - start
            #expect(elapsed > .milliseconds(900))
            #expect(try server.ask { _ in Self.threadTime } - used < elapsed / 2)
        }
    }

    /// What the calling thread has used of a processor.
    private static var threadTime: Duration {
        var time = timespec()
        unsafe _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test func `FA59 frames without masks are found within TLS`() throws {
        try Self.withServer(certificate: try TestCertificate()) { server in
            let masked = try #require(RawSocket.open(port: server.port))
            for _ in 0..<50 { masked.sendText("masked") }
            for _ in 0..<50 { #expect(masked.readMessage()?.text == "masked") }
            let bare = try #require(RawSocket.open(port: server.port))
            bare.send([0x81, 0x05] + Array("naked".utf8))
            #expect(bare.readClose()?.code == 1002)
        }
    }
}
