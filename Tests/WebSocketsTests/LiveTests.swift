import Testing

@testable import WebSockets

/// Everything that needs sockets runs here, one test at a time: a process has one libev loop.
@Suite(.serialized) struct LiveTests {
    static let backends: [EventLoop.Backend] = [.poll, .libev]

    /// Runs a test against a server, which must end in time whatever the test did.
    static func withServer(
        _ backend: EventLoop.Backend,
        limits: ConnectionLimits = ConnectionLimits(),
        _ body: (RunningServer) throws -> Void
    ) throws {
        let server = try RunningServer(backend, limits: limits)
        defer { #expect(server.stop(), "the loop did not end") }
        try body(server)
    }
}
