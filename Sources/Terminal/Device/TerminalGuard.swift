internal import Glibc
internal import Synchronization

/// All that it takes to give the terminal back, ready before it is taken.
///
/// `giveBack` may run in a signal's handler, so it allocates nothing, takes no lock, and uses
/// memory that was made before. It is the only way back: `leave`, `exit` and the handlers share it.
enum TerminalGuard {
    @unsafe private struct Prepared {
        var saved: termios
        var output: Int32
        var errors: CollectedErrors?
        var restore: UnsafeBufferPointer<UInt8>
        var buffer: UnsafeMutableBufferPointer<UInt8>
    }

    private static let phase = Atomic<Int>(givenBack)
    private static let givenBack = 0
    private static let taken = 1
    private static let givingBack = 2

    /// Milliseconds that one waits while another thread gives the terminal back.
    private static let waitMillisecondsMax = 5_000

    /// Written while the phase is `givenBack`, and read by the one who made it `givingBack`.
    nonisolated(unsafe) private static let prepared: UnsafeMutablePointer<Prepared> = {
        let memory = UnsafeMutablePointer<Prepared>.allocate(capacity: 1)
        let restore = UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: TerminalModes.restore.count
        )
        _ = unsafe restore.initialize(from: TerminalModes.restore)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
        unsafe buffer.initialize(repeating: 0)
        unsafe memory.initialize(
            to: Prepared(
                saved: termios(),
                output: STDOUT_FILENO,
                errors: nil,
                restore: UnsafeBufferPointer(restore),
                buffer: buffer
            )
        )
        // A net below: whoever ends the process in good order without `leave`.
        atexit { TerminalGuard.giveBack() }
        return unsafe memory
    }()

    /// From now on the terminal is given back, whatever happens.
    static func take(_ saved: termios, output: Int32, errors: CollectedErrors?) {
        precondition(
            phase.load(ordering: .sequentiallyConsistent) == givenBack,
            "One device has the terminal at a time."
        )
        unsafe prepared.pointee.saved = saved
        unsafe prepared.pointee.output = output
        unsafe prepared.pointee.errors = errors
        phase.store(taken, ordering: .sequentiallyConsistent)
    }

    /// Gives the terminal back, once; returns when it is, whoever does it.
    static func giveBack() {
        // No signal may come between: neither one whose handler would wait here for this very
        // thread, nor SIGTTOU, which stops a process in the background that sets the modes.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let (isMine, original) = phase.compareExchange(
            expected: taken,
            desired: givingBack,
            ordering: .sequentiallyConsistent
        )
        if isMine {
            restore()
            phase.store(givenBack, ordering: .sequentiallyConsistent)
        } else if original == givingBack {
            var waited = 0
            while phase.load(ordering: .sequentiallyConsistent) == givingBack,
                waited < waitMillisecondsMax
            {
                poll(nil, 0, 1)
                waited += 1
            }
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func restore() {
        OutputGate.shut()
        let output = unsafe prepared.pointee.output
        unsafe TerminalOutput.finish(prepared.pointee.restore, on: output)
        // At once: what could be shown has been, and waiting for the rest may be for ever.
        _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &prepared.pointee.saved)
        guard let errors = unsafe prepared.pointee.errors else { return }
        dup2(errors.original, STDERR_FILENO)
        unsafe TerminalOutput.copy(errors.file, to: output, through: prepared.pointee.buffer)
    }
}
