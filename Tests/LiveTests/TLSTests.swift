import Foundation
import TestKit
import Testing

/// The server's own TLS, as operators and clients meet it.
@Suite(.aside) struct TLSTests {
    /// What a client is shown on a port.
    private static func shown(on port: Int) throws -> String {
        try TestCertificate.openssl(["s_client", "-connect", "127.0.0.1:\(port)"], mayFail: true)
    }

    private func wss(_ server: LiveServer) -> String {
        server.url().replacing("ws:", with: "wss:")
    }

    @Test func `clients edit over wss, and trust nobody whom their authorities do not name`()
        throws
    {
        let certificate = try TestCertificate()
        let server = try LiveServer(certificate.serverOptions, isPlain: true)
        let banner = server.program.output.lines.joined(separator: "\n")
        #expect(banner.contains("open    https://127.0.0.1:\(server.port)/"))
        #expect(banner.contains("open wss://127.0.0.1:\(server.port)/documents/demo"))
        let client = try LiveClient(wss(server), authorities: certificate.certificate).joined()
        try client.draw(3)
        for authorities in [nil, try TestCertificate().certificate] {
            let distrustful = try LiveClient(wss(server), authorities: authorities)
            #expect(try distrustful.eventually { $0.failure != nil })
        }
        server.stop()
        #expect(try StoredLog(directory: server.data).edits.count == 3)
    }

    @Test func `commands take the certificates that vouch for the server from a file`() throws {
        let certificate = try TestCertificate()
        let server = try LiveServer(certificate.serverOptions, isPlain: true)
        let trust = ["--ca-file", certificate.certificate]
        let state = ["--state", server.state]
        let added = try Program.emojiart(["add", wss(server), "🚲"] + trust + state)
        #expect(added.ending == .exit(0), "\(added.errors)")
        let list = try Program.emojiart(["list", "wss://127.0.0.1:\(server.port)"] + trust)
        #expect(try JSONLine.objects(list.output).map { $0["name"]?.string } == ["picnic"])
        let export = try Program.emojiart(["export", wss(server), "--format", "svg"] + trust)
        #expect(export.output.joined().contains("🚲"), "\(export.errors)")
        let other = try TestCertificate().certificate
        for authorities in [[], ["--ca-file", other]] {
            let url = "wss://127.0.0.1:\(server.port)"
            let refused = try Program.emojiart(["list", url] + authorities)
            #expect(refused.ending != .exit(0))
            #expect(refused.output.isEmpty)
        }
        let missing = try Program.emojiart(["list", "wss://a", "--ca-file", "/nowhere/ca.pem"])
        #expect(missing.ending == .exit(2))
        #expect(missing.errors.joined().contains("/nowhere/ca.pem"))
    }

    @Test func `SIGHUP shows a new certificate, and drops nobody; a bad one changes nothing`()
        throws
    {
        let certificate = try TestCertificate(name: "first.example")
        let server = try LiveServer(certificate.serverOptions, isPlain: true)
        let client = try LiveClient(wss(server), authorities: certificate.certificate).joined()
        #expect(try Self.shown(on: server.port).contains("CN = first.example"))
        let good = try Data(contentsOf: URL(filePath: certificate.key))
        try Data("This is no key.".utf8).write(to: URL(filePath: certificate.key))
        server.program.signal(SIGHUP)
        let refused = server.program.errors.line { $0.contains("certificate not reloaded") }
        #expect(refused?.contains(certificate.key) == true, "\(server.log)")
        #expect(try Self.shown(on: server.port).contains("CN = first.example"))
        try good.write(to: URL(filePath: certificate.key))
        try certificate.renew(name: "second.example")
        server.program.signal(SIGHUP)
        #expect(server.program.errors.line { $0.contains("certificate reloaded") } != nil)
        #expect(try Self.shown(on: server.port).contains("CN = second.example"))
        try client.draw(2)
        #expect(try client.ask { $0.lossCount } == 0)
        server.stop()
    }

    @Test func `a key that everybody may read, and one of another certificate, exit 78`() throws {
        let certificate = try TestCertificate()
        let other = try TestCertificate()
        let directory = try TemporaryDirectory()
        func fault(_ key: String) throws -> String {
            let run = try Program.server([
                "--listen", "127.0.0.1:0", "--data", directory.path("data"),
                "--tls-certificate", certificate.certificate, "--tls-key", key,
            ])
            #expect(run.ending == .exit(78))
            return run.errors.joined()
        }
        #expect(try fault(other.key).contains("mismatch"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: certificate.key
        )
        let text = try fault(certificate.key)
        #expect(text.contains(certificate.key) && text.contains("chmod"), "\(text)")
    }

    @Test func `a certificate that ends soon, or has ended, is warned of`() throws {
        let certificate = try TestCertificate(days: 5)
        let soon = try LiveServer(certificate.serverOptions, isPlain: true)
        let warning = soon.program.errors.line { $0.contains("certificate expires soon") }
        #expect(warning?.contains(#/days=[45] /#) == true, "\(soon.log)")
        let clock = try ShiftedClock()
        try clock.set(seconds: 10 * 86_400)
        let late = try LiveServer(
            certificate.serverOptions,
            under: clock.tracer,
            isPlain: true
        )
        #expect(late.program.errors.line { $0.contains("certificate expired") } != nil)
        let good = try TestCertificate(days: 90)
        let fresh = try LiveServer(good.serverOptions, isPlain: true)
        fresh.stop()
        // Their files go with them.
        withExtendedLifetime((certificate, good)) {}
        #expect(!fresh.log.contains { $0.contains("certificate expire") }, "\(fresh.log)")
    }

    @Test func `other machines may connect when there is TLS, and everybody may edit`() throws {
        let certificate = try TestCertificate()
        let directory = try TemporaryDirectory()
        let program = try Program(
            "emojiart-server",
            ["--listen", "0.0.0.0:0", "--data", directory.path("data"), "--everyone-may-edit"]
                + certificate.serverOptions
        )
        #expect(program.output.line { $0.contains("open    https://0.0.0.0:") } != nil)
        program.signal(SIGTERM)
        #expect(program.ending() == .exit(0))
        withExtendedLifetime(certificate) {}
    }

    /// A server that ends TLS after the first message, and its stream only when the client does.
    private static let parting = #"""
        import base64, hashlib, socket, ssl, sys

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            stream = listener.accept()[0]
            print("came", flush=True)
            heard, said = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = context.wrap_bio(heard, said, server_side=True)

            def go_on(step):
                while True:
                    try:
                        return step()
                    except ssl.SSLWantReadError:
                        stream.sendall(said.read())
                        heard.write(stream.recv(65536))

            go_on(tls.do_handshake)
            head = b""
            while b"\r\n\r\n" not in head:
                head += go_on(lambda: tls.read(4096))
            lines = [line.split(b": ") for line in head.split(b"\r\n")]
            key = [line[1] for line in lines if line[0].lower() == b"sec-websocket-key"][0]
            digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
            tls.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Protocol: emojiart.v1\r\n"
                b"Sec-WebSocket-Accept: " + base64.b64encode(digest) + b"\r\n\r\n"
            )
            go_on(lambda: tls.read(4096))
            try:
                tls.unwrap()
            except ssl.SSLWantReadError:
                pass
            stream.sendall(said.read())
            try:
                while stream.recv(65536):
                    pass
            except OSError:
                pass
            stream.close()
        """#

    @Test func `a client comes back when a proxy ends TLS before its stream`() throws {
        let certificate = try TestCertificate()
        let program = try Program(
            "/usr/bin/python3",
            ["-c", Self.parting, certificate.certificate, certificate.key]
        )
        let line = try #require(program.output.line { Int($0) != nil })
        let client = try LiveClient(
            "wss://127.0.0.1:\(line)/documents/picnic",
            authorities: certificate.certificate
        )
        #expect(Wait.until { program.output.lines.count { $0 == "came" } >= 3 })
        #expect(try client.ask { $0.failure } == nil)
        #expect(try client.ask { $0.lossCount } >= 2)
        program.signal(SIGKILL)
        withExtendedLifetime(certificate) {}
    }
}
