import TestKit
import Testing

/// The proxy itself: it breaks what it is told to, where it is told to, and nothing else.
struct FaultProxyTests {
    private static let request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%\r\n\r\n"

    /// What a request through a proxy with these faults reads until the connection ends.
    private func answer(_ server: LiveServer, _ steps: [FaultStep] = []) throws -> String? {
        let proxy = try FaultProxy(to: server.port)
        proxy.script(steps)
        let socket = try #require(RawSocket(port: proxy.port, timeoutSeconds: 5))
        socket.send(Self.request.replacing("%", with: "\(server.port)"))
        return socket.readToEnd()
    }

    @Test func `bytes go on whole, however slowly, and end after exactly so many`() throws {
        let server = try LiveServer()
        let whole = try #require(try answer(server))
        #expect(whole.hasPrefix("HTTP/1.1 200 ") && whole.hasSuffix("ok\n"))
        let slow: [FaultStep] = [
            FaultStep(.up, after: 5, .delay(3)), FaultStep(.up, after: 5, .dribble(20)),
            FaultStep(.down, after: 0, .stall(50)), FaultStep(.down, after: 9, .dribble(40)),
        ]
        #expect(try answer(server, slow) == whole)
        for count in [0, 1, 17, whole.utf8.count - 1] {
            for fault in [Fault.cut, .reset, .halfClose] {
                let part = try answer(server, [FaultStep(.down, after: count, fault)])
                #expect(
                    part.map { Array($0.utf8) } == Array(whole.utf8.prefix(count)),
                    "\(fault) after \(count)"
                )
            }
        }
        // The answer is no affair of the way up, which is closed after the request.
        let length = Self.request.utf8.count - 1 + "\(server.port)".utf8.count
        #expect(try answer(server, [FaultStep(.up, after: length, .halfClose)]) == whole)
    }

    @Test func `a seed gives each connection the same faults every time`() {
        let storms = [FaultStorm(seed: 1), FaultStorm(seed: 1), FaultStorm(seed: 2)]
        let faults = storms.map { storm in (0..<100).map { storm.steps(connection: $0) } }
        #expect(faults[0] == faults[1])
        #expect(faults[0] != faults[2])
        #expect(faults[0].allSatisfy { !$0.isEmpty })
    }
}
