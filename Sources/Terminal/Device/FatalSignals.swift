internal import Glibc

/// The signals that end a process: the terminal is given back first.
///
/// The status that the process ends with is the signal's all the same.
struct FatalSignals {
    /// Taken from whoever handles them.
    ///
    /// That is the runtime where there is a terminal: it prints a trace to it.
    private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT]
    /// Left to whoever handles them.
    ///
    /// To whoever waits for them, with `sigwait`, a handler makes no difference.
    private static let requests = [SIGTERM, SIGINT, SIGHUP]

    private var previous: [(number: Int32, action: sigaction)] = []

    /// Handles the signals; after start, when the runtime has installed its own handlers.
    mutating func install() {
        for number in Self.faults + Self.requests {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0 else { continue }
            let handler = unsafe Self.address(of: action.__sigaction_handler.sa_handler)
            if handler == Self.address(of: SIG_IGN) { continue }
            if Self.requests.contains(number), handler != 0 { continue }
            previous.append((number, action))
            var own = sigaction()
            unsafe own.__sigaction_handler.sa_handler = { endProcess(by: $0) }
            // A stack of its own: an overflow leaves no room on the thread's.
            own.sa_flags = SA_ONSTACK
            unsafe sigfillset(&own.sa_mask)
            unsafe sigaction(number, &own, nil)
        }
    }

    /// Functions cannot be compared; that for "ignored" is the number 1, and 0 is the default.
    private static func address(of handler: (@convention(c) (Int32) -> Void)?) -> Int {
        unsafe unsafeBitCast(handler, to: Int.self)
    }

    mutating func remove() {
        for index in previous.indices {
            unsafe sigaction(previous[index].number, &previous[index].action, nil)
        }
        previous.removeAll()
    }

    /// Stops the whole process group as Ctrl+Z does; returns when it goes on.
    ///
    /// Whoever handles or blocks the signal otherwise is set aside meanwhile.
    static func stopGroup() {
        var stop = sigset_t()
        var mask = sigset_t()
        var byDefault = sigaction()
        var action = sigaction()
        unsafe sigemptyset(&stop)
        unsafe sigaddset(&stop, SIGTSTP)
        unsafe byDefault.__sigaction_handler.sa_handler = SIG_DFL
        unsafe sigaction(SIGTSTP, &byDefault, &action)
        unsafe pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
        // Delivered before this returns, as it is not blocked here (POSIX, kill).
        kill(0, SIGTSTP)
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
        unsafe sigaction(SIGTSTP, &action, nil)
    }
}

/// The handler: calls nothing that could allocate or wait for a lock.
private func endProcess(by number: Int32) {
    TerminalGuard.giveBack()
    signal(number, SIG_DFL)
    raise(number)
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, number)
    // It was blocked while this ran; the process ends here.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _exit(128 + number)
}
