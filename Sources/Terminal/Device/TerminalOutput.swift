internal import Glibc

/// Writing to a terminal that may not read: stopped, or at the end of a slow line.
///
/// Whatever takes a pointer here may be called by a signal's handler: it allocates nothing and
/// takes no lock.
enum TerminalOutput {
    /// Milliseconds that a terminal gets to read its last words.
    private static let patienceMilliseconds = 1_000
    /// Bytes of a write: a descriptor of a stranger may block, and is only known to have some room.
    private static let chunkBytes = 256

    /// The terminal on standard output, opened anew so that writing does not block.
    ///
    /// The shell's own descriptor is the same open file as ours: one that was made not to block
    /// would stay so after a SIGKILL. It is ours all the same where the terminal is another user's.
    static func open() -> Int32 {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        for path in ["/proc/self/fd/1", "/dev/tty"] {
            let descriptor = unsafe Glibc.open(path, flags)
            if descriptor >= 0 { return descriptor }
        }
        return STDOUT_FILENO
    }

    /// Writes last words and waits until they are on their way.
    ///
    /// A terminal that does not read them within a second is made to forget what it was told
    /// before, which makes room for them.
    static func finish(_ bytes: UnsafeBufferPointer<UInt8>, on terminal: Int32) {
        let deadline = now + patienceMilliseconds
        if unsafe write(bytes, to: terminal, until: deadline), drain(terminal, until: deadline) {
            return
        }
        tcflush(terminal, TCOFLUSH)
        _ = unsafe write(bytes, to: terminal, until: now + patienceMilliseconds / 10)
    }

    /// Writes what a file holds, as long as the terminal reads.
    static func copy(
        _ file: Int32,
        to terminal: Int32,
        through buffer: UnsafeMutableBufferPointer<UInt8>
    ) {
        var offset: off_t = 0
        while true {
            let count = unsafe pread(file, buffer.baseAddress, buffer.count, offset)
            guard count > 0 else { return }
            offset += off_t(count)
            let bytes = unsafe UnsafeBufferPointer(start: buffer.baseAddress, count: count)
            let deadline = now + patienceMilliseconds
            guard unsafe write(bytes, to: terminal, until: deadline) else { return }
        }
    }

    /// Whether all could be written before the deadline.
    private static func write(
        _ bytes: UnsafeBufferPointer<UInt8>,
        to terminal: Int32,
        until deadline: Int
    ) -> Bool {
        guard var next = bytes.baseAddress else { return true }
        var rest = bytes.count
        while rest > 0 {
            var waiting = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
            let ready = unsafe poll(&waiting, 1, Int32(clamping: max(0, deadline - now)))
            if ready == 0 { return false }
            if ready < 0 && errno != EINTR { return false }
            guard ready > 0 else { continue }
            let chunk = rest < chunkBytes ? rest : chunkBytes
            let count = unsafe Glibc.write(terminal, next, chunk)
            if count > 0 {
                unsafe next += count
                rest -= count
            } else if errno == EAGAIN {
                // Another thread writes at this moment, which is over soon.
                if now >= deadline { return false }
                poll(nil, 0, 1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Whether the system has passed everything on before the deadline.
    private static func drain(_ terminal: Int32, until deadline: Int) -> Bool {
        while true {
            var queued: Int32 = 0
            let asked = unsafe ioctl(terminal, UInt(TIOCOUTQ), &queued)
            if asked != 0 || queued == 0 { return true }
            if now >= deadline { return false }
            poll(nil, 0, 5)
        }
    }

    /// Milliseconds of a clock that nobody sets.
    private static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
