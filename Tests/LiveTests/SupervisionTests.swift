import Foundation
import TestKit
import Testing

/// What a service manager hears, and the unit that Debian's systemd would run the server by.
struct SupervisionTests {
    /// Starts a server as a service manager would.
    private func start(_ manager: NotifySocket, _ variables: String...) throws -> LiveServer {
        let environment = ["NOTIFY_SOCKET=\(manager.path)"] + variables
        return try LiveServer(under: ["/usr/bin/env"] + environment)
    }

    @Test(arguments: [true, false])
    func `a service manager hears of the start, of reading settings and of the end`(
        isAbstract: Bool
    ) throws {
        let manager = try NotifySocket(isAbstract: isAbstract)
        let server = try start(manager)
        #expect(manager.next()?.hasPrefix("READY=1\nSTATUS=") == true)
        #expect(try server.request("/healthz").status == 200)
        server.program.signal(SIGHUP)
        let reloading = try #require(manager.next())
        let time = reloading.firstMatch(of: /^RELOADING=1\nMONOTONIC_USEC=(\d+)$/)?.1
        #expect(time.flatMap { UInt64($0) } ?? 0 > 1_000_000, "\(reloading)")
        #expect(manager.next()?.hasPrefix("READY=1\n") == true)
        server.stop()
        #expect(manager.next()?.hasPrefix("STOPPING=1\nSTATUS=") == true)
        #expect(manager.next(within: 0.1) == nil)
    }

    @Test func `the watchdog is fed while loop and journal get on`() throws {
        let manager = try NotifySocket()
        let server = try start(manager, "WATCHDOG_USEC=150000")
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        let client = try LiveClient(server.url()).joined()
        for _ in 0..<10 {
            _ = try client.add()
            #expect(manager.next() == "WATCHDOG=1")
        }
        #expect(try client.settle())
    }

    @Test func `a watchdog that is meant for another process is not fed`() throws {
        let manager = try NotifySocket()
        let server = try start(manager, "WATCHDOG_USEC=50000", "WATCHDOG_PID=1")
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        #expect(manager.next(within: 0.5) == nil)
        server.stop()
    }

    @Test func `FA14 a watchdog hears nothing while the disk stands still`() throws {
        let manager = try NotifySocket()
        let server = try start(manager, "WATCHDOG_USEC=300000")
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        let client = try LiveClient(server.url()).joined()
        try client.draw()
        // The next sync takes two minutes, or until the tracer lets go.
        let tracer = try Strace.attach(
            to: server.program,
            ["fdatasync"],
            "fdatasync:delay_enter=120000000:when=1",
            log: server.directory.path("calls")
        )
        _ = try client.add()
        // What was sent before is heard; then nothing for three times the manager's patience.
        #expect(Wait.until { manager.next(within: 0.9) == nil })
        // The loop itself is well.
        #expect(try server.request("/documents/none.svg", method: "POST").status == 405)
        #expect(manager.next(within: 0.9) == nil)
        tracer.signal(SIGKILL)
        #expect(manager.next() == "WATCHDOG=1")
        #expect(try client.settle())
        server.stop()
    }

    @Test func `the unit's exposure is at most 1,5, and systemd takes all of it`() throws {
        let unit = OperationsFile.path("emojiart-server.service")
        let arguments = ["security", "--offline=true", "--no-pager", "--threshold=15", unit]
        let run = try Program("/usr/bin/systemd-analyze", arguments).finish()
        #expect(run.ending == .exit(0), "\(run.output.last ?? "") \(run.errors)")
        let score = run.output.last.flatMap { $0.firstMatch(of: #/: ([\d.]+) /#)?.1 }
        #expect(score.flatMap { Double($0) } ?? 10 <= 1.5, "\(run.output.last ?? "")")
        let check = try Program("/usr/bin/systemd-analyze", ["verify", unit]).finish()
        let faults = check.errors.filter {
            // The program and its manual are not installed here.
            !$0.contains("is not executable") && !$0.contains("man emojiart-server")
        }
        #expect(faults.isEmpty, "\(faults)")
    }
}
