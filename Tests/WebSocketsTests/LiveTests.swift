import Foundation
import TestKit
import Testing

@testable import WebSockets

/// Everything that needs sockets runs here, one test at a time: some count what the process holds.
@Suite(.serialized) struct LiveTests {
    /// What servers are tested with when `EMOJIART_TLS=1` has all of this run over TLS.
    static let certificate: TestCertificate? =
        ProcessInfo.processInfo.environment["EMOJIART_TLS"] == "1" ? try? TestCertificate() : nil

    /// Runs a test against a server, which must end in time whatever the test did.
    static func withServer(
        limits: ConnectionLimits = ConnectionLimits(),
        certificate: TestCertificate? = LiveTests.certificate,
        _ body: (RunningServer) throws -> Void
    ) throws {
        let server = try RunningServer(limits: limits, certificate: certificate)
        defer { #expect(server.stop(), "the loop did not end") }
        try body(server)
    }
}
