import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import WebSockets

/// What the server tells of itself: figures, and whether it is ready.
@Suite(.aside) struct ObservationTests {
    /// Asks promtool, which Debian has in the package `prometheus`.
    private static func promtool(_ arguments: [String], input: String = "") throws -> Program.Run {
        let program = try Program("/usr/bin/promtool", arguments)
        program.write(input)
        program.closeInput()
        return program.finish()
    }

    @Test func `edits, refusals, answers sent again, members and closes are counted`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        try client.draw(10)
        let (socket, welcome) = try server.join(key: 5)
        let number = try #require(welcome["client"]?.integer)
        for _ in 0..<2 { socket.sendText(LiveServer.add(seq: 1, id: "\(number).1")) }
        socket.sendText(LiveServer.add(seq: 2, id: "\(number).1"))
        #expect(socket.readMessage("refused") != nil)
        let isCounted = try Wait.until {
            try server.metrics()[#"emojiart_edits_total{outcome="duplicate"}"#] == 1
        }
        #expect(isCounted)
        var figures = try server.metrics()
        let accepted = try #require(figures[#"emojiart_edits_total{outcome="accepted"}"#])
        #expect(accepted == Double(try client.revision))
        #expect(figures[#"emojiart_edits_total{outcome="refused"}"#] == 1)
        #expect(figures[#"emojiart_edits_refused_total{code="id_taken"}"#] == 1)
        #expect(figures["emojiart_ack_seconds_count"] == accepted + 1)
        #expect(figures["emojiart_delivery_seconds_count"] == accepted)
        #expect((figures["emojiart_ack_seconds_sum"] ?? 0) > 0)
        #expect((figures["emojiart_loop_busy_seconds_count"] ?? 0) > accepted)
        #expect((figures["emojiart_loop_busy_seconds_sum"] ?? 100) < 100)
        // Both clients' numbers are records as well.
        #expect(figures["emojiart_commit_entries_sum"] == accepted + 1 + 2)
        #expect(figures["emojiart_members"] == 2 && figures["emojiart_connections"] == 2)
        #expect(figures["emojiart_documents_loaded"] == 1)
        #expect(figures["emojiart_desyncs_total"] == 0)
        #expect((figures["process_resident_memory_bytes"] ?? 0) > 1_000_000)
        let start = figures["process_start_time_seconds"] ?? 0
        #expect(abs(start - Date().timeIntervalSince1970) < 600)
        socket.sendText(#"{"type":"resync","revision":3}"#)
        #expect(socket.readMessage("snapshot") != nil)
        socket.sendText("nonsense")
        #expect(socket.readClose()?.code == 4400)
        client.stop()
        let isOver = try Wait.until { try server.metrics()["emojiart_connections"] == 0 }
        #expect(isOver)
        figures = try server.metrics()
        #expect(figures["emojiart_desyncs_total"] == 1)
        #expect(figures[#"emojiart_closes_total{code="4400",name="bad_message"}"#] == 1)
        #expect(figures[#"emojiart_closes_total{code="1000",name="normal"}"#] == 1)
        #expect(figures["emojiart_connections_opened_total"] == 2)
        #expect(figures["emojiart_unanswered_edit_age_seconds"] == 0)
    }

    @Test func `who does not read is seen in the figures, and in the document`() throws {
        let server = try LiveServer()
        let writer = try LiveClient(server.url()).joined()
        let slow = try server.greet(receiveBufferBytes: 4_096)
        defer { withExtendedLifetime(slow) {} }
        #expect(try writer.eventually { $0.others.count == 1 })
        // It reads nothing: what the kernel does not take for it waits, for ten seconds.
        for number in 1...40 {
            try writer.editLargely(number)
        }
        var figures: [String: Double] = [:]
        let isSeen = try Wait.until {
            let report = try JSONLine(try server.ask("GET", "/admin/documents/picnic").body)
            let members = report["open"]?["members"]?.array
            let backlogs = members?.compactMap { $0["backlogBytes"]?.integer } ?? []
            figures = try server.metrics()
            return backlogs.contains { $0 > 100_000 }
                && figures["emojiart_outbound_backlog_bytes"] ?? 0 > 100_000
                && figures["emojiart_slow_readers"] ?? 0 >= 1
        }
        #expect(isSeen)
        let name = "emojiart_slow_reader_steps_total"
        for step in ["presence", "recovered", "snapshot", "closed"] {
            #expect(figures["\(name){step=\"\(step)\"}"] != nil)
        }
        let isClosed = try Wait.until {
            try server.metrics()["\(name){step=\"closed\"}"] == 1
        }
        #expect(isClosed)
        #expect(try server.metrics()["emojiart_outbound_backlog_bytes"] == 0)
    }

    @Test func `HT20 readyz tells whether the server takes clients and edits`() throws {
        let server = try LiveServer()
        let answer = try server.request("/readyz")
        #expect(answer.status == 200 && answer.body == "ready\n")
        #expect(try server.ask("GET", "/readyz").status == 200)
        #expect(try server.ask("GET", "/readyz?unready=404").status == 200)
        #expect(try server.request("/readyz", method: "POST").status == 405)
        #expect(try server.metrics()["emojiart_ready"] == 1)
        // A member that is asked to go, and does not, lets the server's end be looked at.
        let (socket, _) = try server.join(key: 3)
        #expect(try server.ask("POST", "/admin/drain").status == 200)
        let draining = try server.ask("GET", "/readyz")
        #expect(draining.status == 503 && draining.body.contains("shutting down"), "\(draining)")
        #expect(try server.ask("GET", "/readyz?unready=404").status == 404)
        #expect(try server.metrics()["emojiart_draining"] == 1)
        #expect(socket.readClose()?.code == 1012)
    }

    @Test func `promtool accepts the figures, on the socket and on a port of their own`() throws {
        let server = try LiveServer(["--metrics-listen", "127.0.0.1:0"])
        let client = try LiveClient(server.url()).joined()
        try client.draw(20)
        let page = try server.ask("GET", "/metrics").body
        let run = try Self.promtool(["check", "metrics"], input: page)
        #expect(run.ending == .exit(0), "\(run.output) \(run.errors)")
        #expect(run.output.isEmpty && run.errors.isEmpty, "\(run.output) \(run.errors)")
        let line = try #require(
            server.program.errors.line { $0.contains("listening for metrics") }
        )
        let digits = line.firstMatch(of: /address=127\.0\.0\.1:(\d+)/)?.1
        let port = try #require(digits.flatMap { Int($0) })
        let socket = try #require(RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)))
        socket.send("GET /metrics HTTP/1.1\r\nHost: anything\r\n\r\n")
        let text = try #require(socket.readToEnd())
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.contains("text/plain; version=0.0.4"))
        #expect(text.contains("\nemojiart_members 1\n"))
        for path in ["/admin/documents", "/documents", "/", "/admin/documents/picnic"] {
            let socket = try #require(RawSocket(port: port, timeoutSeconds: Int(Wait.seconds)))
            socket.send("GET \(path) HTTP/1.1\r\nHost: anything\r\n\r\n")
            #expect(socket.readToEnd()?.hasPrefix("HTTP/1.1 404") == true, "\(path)")
        }
    }

    @Test func `alerts and dashboard name figures that there are`() throws {
        let rules = try Self.promtool(["check", "rules", OperationsFile.path("alerts.yml")])
        #expect(rules.ending == .exit(0), "\(rules.output) \(rules.errors)")
        let dashboard = try OperationsFile.text("grafana-dashboard.json")
        let panels = try #require(JSONLine(dashboard)["panels"]?.array)
        #expect(panels.count >= 15)
        let server = try LiveServer()
        let lines = try server.ask("GET", "/metrics").body.split(separator: "\n")
        let families = lines.filter { $0.hasPrefix("# TYPE ") }.map {
            String($0.split(separator: " ")[2])
        }
        let figures = try server.metrics().keys.map { String($0.prefix { $0 != "{" }) }
        let known = Set(families + figures)
        let named = (dashboard + (try OperationsFile.text("alerts.yml")))
            .matches(of: /\b(?:emojiart|process)_[a-z_]+/).map { String($0.0) }
        #expect(Set(named).count > 20)
        for name in Set(named) { #expect(known.contains(name), "\(name)") }
    }
}
