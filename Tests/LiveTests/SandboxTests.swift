import Foundation
import TestKit
import Testing

/// The server under the system calls that its unit leaves it.
///
/// Only systemd itself gives all of the unit's sandbox; its filters are put together here as it
/// does (systemd.exec(5)), from its own lists, and the server is run under them.
struct SandboxTests {
    /// Loads the filters, then becomes the program that its arguments name.
    private static let launcher = """
        import errno, os, re, seccomp, subprocess, sys

        unit = open(sys.argv[1]).read()

        def calls(name):
            if not name.startswith("@"):
                return {name}
            said = subprocess.run(
                ["/usr/bin/systemd-analyze", "--no-pager", "syscall-filter", name],
                capture_output=True, text=True, check=True
            ).stdout
            lines = [line.strip() for line in said.splitlines() if line.startswith("    ")]
            found = set()
            for line in lines:
                if not line.startswith("#"):
                    found |= calls(line)
            return found

        allowed = set()
        for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.M):
            names = set().union(*(calls(name) for name in line.lstrip("~").split()))
            allowed = allowed - names if line.startswith("~") else allowed | names
        rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
        execute, write = 4, 2
        if re.search(r"^MemoryDenyWriteExecute=yes$", unit, re.M):
            allowed -= {"mprotect", "mmap", "pkey_mprotect"}
            none = seccomp.Arg(2, seccomp.MASKED_EQ, execute, 0)
            rules.add_rule(seccomp.ALLOW, "mprotect", none)
            rules.add_rule(seccomp.ALLOW, "mmap", none)
            both = seccomp.Arg(2, seccomp.MASKED_EQ, execute | write, execute)
            rules.add_rule(seccomp.ALLOW, "mmap", both)
        families = re.search(r"^RestrictAddressFamilies=(.*)$", unit, re.M).group(1).split()
        allowed.discard("socket")
        for family in families:
            number = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}[family]
            rules.add_rule(seccomp.ALLOW, "socket", seccomp.Arg(0, seccomp.EQ, number))
        for name in sorted(allowed):
            try:
                rules.add_rule(seccomp.ALLOW, name)
            except (ValueError, RuntimeError):
                # A call of another architecture.
                pass
        rules.load()
        os.execv(sys.argv[2], sys.argv[2:])
        """

    private static var tracer: [String] {
        ["/usr/bin/python3", "-c", launcher, OperationsFile.path("emojiart-server.service")]
    }

    @Test func `the server serves under the system calls of its unit`() throws {
        let certificate = try TestCertificate()
        let server = try LiveServer(
            certificate.serverOptions,
            under: Self.tracer,
            isPlain: true
        )
        let status = try String(
            contentsOfFile: "/proc/\(server.program.processID)/status",
            encoding: .utf8
        )
        #expect(status.contains("Seccomp:\t2"), "\(status)")
        let url = server.url().replacing("ws:", with: "wss:")
        let ada = try LiveClient(url, authorities: certificate.certificate)
        let bob = try LiveClient(url, authorities: certificate.certificate)
        #expect(try ada.join())
        #expect(try bob.join())
        try ada.draw(20)
        #expect(try bob.eventually { $0.revision == 20 })
        let trust = ["--ca-file", certificate.certificate]
        let export = try Program.emojiart(["export", url, "--format", "svg"] + trust)
        #expect(export.ending == .exit(0), "\(export.errors)")
        server.program.signal(SIGHUP)
        #expect(server.program.errors.line { $0.contains("certificate reloaded") } != nil)
        server.stop()
        #expect(try StoredLog(directory: server.data).edits.count == 20)
        // A checkpoint, a recovery and a further start are under them as well.
        try server.restart()
        server.stop()
    }

    @Test func `what the unit forbids is forbidden here`() throws {
        let python = ["/usr/bin/python3", "-c"]
        for (forbidden, isForbidden) in [
            ("import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)", true),
            ("import mmap; mmap.mmap(-1, 4096, prot=7)", true),
            ("import os; os.chroot('/')", true), ("import os; os.nice(1)", true),
            ("import socket; socket.socket()", false),
        ] {
            let run = try Program(python[0], [python[1], forbidden], under: Self.tracer).finish()
            #expect((run.ending == .exit(0)) == !isForbidden, "\(forbidden): \(run.errors)")
        }
    }
}
