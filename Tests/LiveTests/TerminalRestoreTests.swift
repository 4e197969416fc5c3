import Foundation
import Testing

/// The terminal is as it was, however the program ends (TC10).
///
/// The programs run in a shell that does not tidy up after them. Each test takes its time, so it
/// does so aside.
@Suite(.aside) struct TerminalRestoreTests {
    /// How a program ends by itself.
    struct Way: CustomTestStringConvertible, Sendable {
        let argument: String
        let status: Int32
        let lastWords: [String]

        var testDescription: String { argument }
    }

    #if arch(x86_64)
    private static let trap = 128 + SIGILL
    #else
    private static let trap = 128 + SIGTRAP
    #endif

    private static let ways = [
        Way(argument: "exit", status: 7, lastWords: []),
        Way(argument: "trap", status: trap, lastWords: ["Index out of range"]),
        Way(argument: "thread-trap", status: trap, lastWords: ["Index out of range"]),
        Way(argument: "fatal", status: trap, lastWords: ["Fatal error: these are the last words"]),
        Way(argument: "throw", status: trap, lastWords: ["Fatal error: Error raised"]),
        Way(argument: "abort", status: 128 + SIGABRT, lastWords: []),
        Way(argument: "overflow", status: 128 + SIGSEGV, lastWords: []),
    ]

    @Test(arguments: ways)
    func `TC10 a program that ends on its own gives the terminal back`(way: Way) throws {
        let shell = try ProbeShell()
        try shell.start(way.argument)
        try shell.expectGivenBack(status: way.status)
        for words in way.lastWords { #expect(try shell.window.waitFor(words)) }
        shell.expectModesOff()
    }

    @Test(arguments: [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGTERM, SIGHUP, SIGQUIT])
    func `TC10 a program that is killed gives the terminal back`(signal: Int32) throws {
        let shell = try ProbeShell()
        let process = try shell.startWaiting()
        kill(process, signal)
        try shell.expectGivenBack(status: 128 + signal)
        shell.expectModesOff()
    }

    @Test(arguments: ["$PROBE wait", "sh -c '$PROBE wait; exit 3'"])
    func `TC10 Ctrl+Z gives the terminal back until fg`(line: String) throws {
        let shell = try ProbeShell()
        try shell.startWaiting(line)
        try shell.window.sendKeys("C-z")
        try shell.expectGivenBack(status: 128 + SIGTSTP)
        try shell.window.enter("clear; echo the marker; fg; echo status $?")
        #expect(try shell.window.waitFor("on the other screen again"))
        try shell.expectTaken()
        try shell.window.sendKeys("x")
        try shell.expectGivenBack(status: line.contains("exit 3") ? 3 : 0, words: "")
        shell.expectModesOff()
    }

    @Test func `TC10 Ctrl+Z where no shell could continue it goes on at once`() throws {
        let window = try Tmux()
        try window.ask(["new-window", "exec '\(ProbeShell.probe)' wait"])
        #expect(try window.waitFor("on the other screen"))
        try window.sendKeys("C-z")
        #expect(try window.waitFor("on the other screen again"))
        #expect(try window.facts("alternate_on") == ["1"])
    }

    @Test func `TC10 a program in the background waits for its turn`() throws {
        let shell = try ProbeShell()
        try shell.window.enter("$PROBE wait &")
        #expect(
            try Wait.until {
                try shell.window.enter("jobs")
                return try shell.window.waitFor("Stopped", 0.5)
            }
        )
        #expect(try shell.window.facts("alternate_on") == ["0"])
        try shell.window.enter("clear; echo the marker; fg; echo status $?")
        #expect(try shell.window.waitFor("on the other screen"))
        try shell.window.sendKeys("x")
        try shell.expectGivenBack(status: 0)
    }

    @Test func `TC10 a terminal that does not read holds nobody up`() throws {
        let shell = try ProbeShell()
        let process = try shell.startWaiting("$PROBE flood")
        try shell.window.sendKeys("x")
        #expect(try shell.window.waitFor("frame frame"))
        shell.window.signal(SIGSTOP)
        // One second until it gives up writing, and one until it gives up leaving.
        #expect(Wait.until(10) { kill(process, 0) != 0 })
        shell.window.signal(SIGCONT)
        try shell.expectGivenBack(status: 0)
        shell.expectModesOff()
    }
}
