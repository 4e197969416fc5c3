internal import Glibc
internal import Synchronization

/// The terminal that the process runs in: taken over, and always given back.
///
/// Given back by `leave`; else by `exit`, and when one of `FatalSignals` ends the process. Only
/// SIGKILL leaves a terminal as it is, and an overflow of the stack of a thread that is neither the
/// owner nor this room's own: `reset` is for those.
///
/// One thread owns it, and there is one at a time.
package final class TerminalDevice {
    private let saved: termios
    private let output: Int32
    private let writer: TerminalWriter
    private var signals = FatalSignals()
    private var errors: CollectedErrors?
    private var isTaken = false

    /// Takes hold of the terminal on standard input and output, and changes nothing yet; nil when
    /// there is none.
    package init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        // In the background the modes are those that the shell edits its line with: they are
        // asked for when the shell has made way.
        let foreground = tcgetpgrp(STDIN_FILENO)
        if foreground > 0, foreground != getpgrp() { kill(0, SIGTTIN) }
        guard let saved = RawMode.current(of: STDIN_FILENO) else { return nil }
        self.saved = saved
        output = TerminalOutput.open()
        writer = TerminalWriter(to: output)
    }

    /// The window's size now; from any thread.
    package var size: GridSize {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0, size.ws_row > 0
        else { return GridSize(columns: 80, rows: 24) }
        return GridSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Takes the terminal over: raw mode, the alternate screen, mouse, paste and focus reports.
    ///
    /// The window shows nothing then. Called again while it is taken over, everything is said anew,
    /// which is right after a SIGCONT; what was being written is given up.
    package func enter(mouse: Bool) {
        OutputGate.shut()
        if !isTaken {
            SignalStack.install()
            errors = CollectedErrors(terminal: STDOUT_FILENO)
            TerminalGuard.take(saved, output: output, errors: errors)
            signals.install()
        }
        // The modes before the words: in the background this waits, stopped, for its turn.
        RawMode.enter(from: saved, on: STDIN_FILENO)
        OutputGate.open()
        writer.write(TerminalModes.enter(mouse: mouse, again: isTaken)) { _ in }
        isTaken = true
    }

    /// Gives the terminal back as it was, and prints what was said to standard error meanwhile.
    ///
    /// Takes about a second at most where the terminal does not read; what it did not read by then
    /// is dropped. Does nothing when it is given back already.
    package func leave() {
        guard isTaken else { return }
        isTaken = false
        TerminalGuard.giveBack()
        signals.remove()
        errors?.close()
        errors = nil
    }

    /// Gives the terminal back, stops the process as Ctrl+Z does, takes it over again after `fg`.
    ///
    /// Stops the whole process group: a `swift run` or `sudo` that waits for this process would
    /// else keep the shell waiting. A group that no shell looks after is not stopped by the system;
    /// then it just goes on. To be called on the main thread where other threads wait for SIGTSTP:
    /// the system then gives it to this one.
    package func suspend(mouse: Bool) {
        leave()
        FatalSignals.stopGroup()
        enter(mouse: mouse)
    }

    /// Delivers what the terminal sends, on a thread that does nothing else, until the end.
    ///
    /// The end is an empty array, once: the terminal has gone.
    package func startReading(_ deliver: @escaping @Sendable ([UInt8]) -> Void) {
        DeviceThread.start {
            // A paste comes in pieces of what the system keeps, 4 KiB.
            var chunk = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
                if count > 0 {
                    deliver(Array(chunk[..<count]))
                } else if count < 0, errno == EINTR {
                    continue
                } else if count < 0, errno == EAGAIN {
                    // Somebody who shares the descriptor made it so that it does not block.
                    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    unsafe poll(&waiting, 1, -1)
                } else {
                    // The end, or EIO: the terminal has gone.
                    return deliver([])
                }
            }
        }
    }

    /// Writes on a thread that does nothing else, and says so when all is written.
    ///
    /// Says so, too, when `leave` or `enter` make it give the rest up: then it says that this was
    /// not written as a whole. While the terminal is not taken over, nothing is written.
    ///
    /// - Precondition: what was given before is written.
    package func write(
        _ bytes: [UInt8],
        whenWritten: @escaping @Sendable (_ isWhole: Bool) -> Void
    ) {
        writer.write(bytes, whenWritten: whenWritten)
    }

    /// Gives back a terminal that a process left taken over: all modes off, and lines as usual.
    ///
    /// - Returns: false when neither a standard stream nor the process has one.
    package static func reset() -> Bool {
        let standard = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].first { isatty($0) == 1 }
        let opened =
            standard == nil ? unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
        defer { if opened >= 0 { close(opened) } }
        let terminal = standard ?? opened
        guard terminal >= 0 else { return false }
        let bytes = TerminalModes.restore
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe TerminalOutput.finish(bytes, on: terminal)
        }
        RawMode.setSane(terminal)
        return true
    }
}
