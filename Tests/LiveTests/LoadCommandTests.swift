import Foundation
import TestKit
import Testing

@testable import emojiart_load

/// `emojiart-load` on a real server.
@Suite(.aside) struct LoadCommandTests {
    private static let room = [
        "--connections-per-address", "1000", "--opens-per-address", "10000", "--members", "500",
        "--messages-per-second", "100000", "--edits-per-second", "100000",
    ]

    /// Runs a load, which has to be sound; its report.
    private func load(_ server: LiveServer, _ arguments: String) throws -> LoadReport {
        let path = server.directory.path("report-\(UUID().uuidString)")
        let run = try Program.load(
            [
                "ws://127.0.0.1:\(server.port)", "--warmup", "0.2", "--json", path,
                "--process", "\(server.program.processID)",
            ] + arguments.split(separator: " ").map(String.init)
        )
        try #require(run.ending == .exit(0), "\(run.errors) \(run.output)")
        #expect(run.output.contains("0 out of order, 0 missing: in order, none missing"))
        return try JSONDecoder().decode(
            LoadReport.self,
            from: Data(contentsOf: URL(filePath: path))
        )
    }

    @Test func `an open loop sends at its rate, and every member gets every edit`() throws {
        let server = try LiveServer(Self.room)
        let report = try load(
            server,
            "--documents 2 --members 10 --writers 2 --rate 20 --cursors 2 "
                + "--gestures --joins 5 --seconds 2"
        )
        // Four writers; a machine that is busy answers the last ones after the two seconds.
        #expect((20...90).contains(report.editsPerSecond), "\(report.editsPerSecond)")
        // Each edit reaches the ten of its document; those at both ends count in part.
        let each = report.deliveriesPerSecond / report.editsPerSecond
        #expect((9...11).contains(each), "\(each)")
        #expect(report.presencePerSecond > 0)
        #expect(report.join.count > 0 && report.delivery.count > 0)
        #expect(report.acknowledgement.p50 <= report.acknowledgement.p99)
        #expect(report.server?.residentMebibytes ?? 0 > 1)
    }

    @Test func `a closed loop of all kinds of edits, with slow readers, is in order`() throws {
        let server = try LiveServer(Self.room)
        let report = try load(
            server,
            "--members 5 --writers 3 --window 8 --emojis 1000 --mix "
                + "move:4,add:2,delete:1,scale:2,arrange:1 --slow 3 --idle 20 --seconds 2"
        )
        #expect(report.editsPerSecond > 10)
        #expect(report.refused == 0)
    }

    @Test func `all who lost their connections are back, and go on`() throws {
        let server = try LiveServer(Self.room)
        let report = try load(server, "--members 100 --writers 5 --rate 10 --storm --seconds 2")
        let seconds = try #require(report.backAfter)
        #expect(seconds > 0)
    }

    @Test func `reports of two runs are shown beside each other`() throws {
        let server = try LiveServer(Self.room)
        let report = try load(server, "--seconds 0.5")
        let path = try server.directory.write(
            String(decoding: try report.json(), as: UTF8.self),
            to: "before"
        )
        let url = "ws://127.0.0.1:\(server.port)"
        let again = try Program.load(
            [url, "--seconds", "0.6", "--warmup", "0.2", "--compare", path]
        )
        #expect(again.ending == .exit(0), "\(again.errors)")
        #expect(again.output.contains { $0.hasPrefix("edits/s") && $0.hasSuffix(" x") })
        #expect(again.output.contains { $0.contains("plans differ") })
    }

    @Test func `a load within TLS reaches everybody, and believes no other server`() throws {
        let certificate = try TestCertificate()
        let server = try LiveServer(Self.room + certificate.serverOptions, isPlain: true)
        let url = "wss://127.0.0.1:\(server.port)"
        let load = [url, "--seconds", "1", "--warmup", "0.2"]
        let trust = ["--ca-file", certificate.certificate]
        // A document in many parts: more than OpenSSL has of it at once.
        let run = try Program.load(
            load + trust + ["--emojis", "3000", "--joins", "5", "--rate", "50"]
        )
        #expect(run.ending == .exit(0), "\(run.errors) \(run.output)")
        #expect(run.output.contains("0 out of order, 0 missing: in order, none missing"))
        let other = try TestCertificate()
        let distrustful = try Program.load(load + ["--ca-file", other.certificate])
        #expect(distrustful.ending == .exit(3))
        #expect(distrustful.errors.joined().contains("certificate"), "\(distrustful.errors)")
        let none = try Program.load(load + ["--ca-file", certificate.key])
        #expect(none.ending == .exit(3))
        #expect(none.errors.joined().contains("no certificate is read"), "\(none.errors)")
    }

    @Test func `who cannot load is told why`() throws {
        let nobody = try Program.load(["ws://127.0.0.1:1"])
        #expect(nobody.ending == .exit(3))
        #expect(nobody.errors.joined().contains("refused"), "\(nobody.errors)")
        #expect(try Program.load(["http://127.0.0.1:1"]).ending == .exit(2))
        let tooMany = try Program.load(["ws://127.0.0.1:1", "--writers", "11"])
        #expect(tooMany.ending == .exit(2))
        let server = try LiveServer(["--members", "3"])
        let crowded = try Program.load(["ws://127.0.0.1:\(server.port)"])
        #expect(crowded.ending == .exit(3))
        #expect(crowded.errors.joined().contains("crowded"), "\(crowded.errors)")
    }
}
