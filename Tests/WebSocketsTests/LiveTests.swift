import Foundation
import TestKit
import Testing

@testable import WebSockets

typealias Backend = EventLoop.Backend

/// Everything that needs sockets runs here, one test at a time: some count what the process holds.
@Suite(.serialized) struct LiveTests {
    static let backends: [Backend] = [.poll, .libev]

    /// What servers are tested with when `EMOJIART_TLS=1` has all of this run over TLS.
    static let certificate: TestCertificate? =
        ProcessInfo.processInfo.environment["EMOJIART_TLS"] == "1" ? try? TestCertificate() : nil

    /// Runs a test against a server, which must end in time whatever the test did.
    static func withServer(
        _ backend: Backend,
        limits: ConnectionLimits = ConnectionLimits(),
        certificate: TestCertificate? = LiveTests.certificate,
        _ body: (RunningServer) throws -> Void
    ) throws {
        let server = try RunningServer(backend, limits: limits, certificate: certificate)
        defer { #expect(server.stop(), "the loop did not end") }
        try body(server)
    }
}
