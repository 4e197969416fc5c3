internal import CLibwebsockets
internal import Glibc

/// What is said when the process traps: one line with the cause, and where, at once.
///
/// The runtime's own report stops the other threads first, which may take half a minute in which
/// nobody is served and the next start finds the data in use.
package enum CrashReport {
    private static let framesMax = 48

    /// Takes the place of the runtime's report, before other threads are made.
    package static func install() {
        // The first call loads what it needs, which no handler may.
        var frame: UnsafeMutableRawPointer?
        _ = unsafe backtrace(&frame, 1)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { CrashReport.tell($0) }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK
            unsafe sigaction(number, &action, nil)
        }
    }

    /// In the handler: nothing here takes memory or a lock.
    private static func tell(_ number: Int32) {
        write("emojiart-server: crashed by signal ")
        switch number {
        case SIGILL: write("4 (illegal instruction: a failed check)")
        case SIGTRAP: write("5 (trap: a failed check)")
        case SIGABRT: write("6 (abort: no memory, or a failed check in a library)")
        case SIGBUS: write("7 (a file or memory that is gone)")
        case SIGFPE: write("8 (arithmetic)")
        default: write("11 (a wrong address)")
        }
        write("; what was acknowledged is on the disk: start it again. Frames:\n")
        unsafe withUnsafeTemporaryAllocation(
            of: UnsafeMutableRawPointer?.self,
            capacity: framesMax
        ) { frames in
            guard let start = frames.baseAddress else { return }
            let count = unsafe backtrace(start, Int32(framesMax))
            unsafe backtrace_symbols_fd(start, count, STDERR_FILENO)
        }
        // The handler is the default again: this ends the process when the handler returns.
        raise(number)
    }

    private static func write(_ text: StaticString) {
        unsafe _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
}
