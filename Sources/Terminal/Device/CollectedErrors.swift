internal import Glibc

/// What is said to standard error while it must not be seen: on the screen it would destroy what is
/// drawn there, and be lost with it.
///
/// The system's own words are among them, such as "Fatal error", which is said before the signal
/// comes.
struct CollectedErrors {
    /// Where it is said now: a file without a name, which nobody has to remove.
    let file: Int32
    let original: Int32

    /// Redirects standard error; nil where it goes somewhere else than to the terminal.
    init?(terminal: Int32) {
        guard isatty(STDERR_FILENO) == 1, let device = Self.device(of: STDERR_FILENO),
            device == Self.device(of: terminal) || device == Self.ownTerminal
        else { return nil }
        let file = Self.makeFile()
        guard file >= 0 else { return nil }
        let original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard original >= 0, dup2(file, STDERR_FILENO) >= 0 else {
            Glibc.close(file)
            if original >= 0 { Glibc.close(original) }
            return nil
        }
        self.file = file
        self.original = original
    }

    func close() {
        Glibc.close(file)
        Glibc.close(original)
    }

    /// A file that nobody else can open; -1 where none can be made.
    private static func makeFile() -> Int32 {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
        var path = Array("\(folder)/standard-error-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&path)
        guard file >= 0 else { return file }
        unsafe unlink(path)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    private static func device(of descriptor: Int32) -> dev_t? {
        var facts = stat()
        return unsafe fstat(descriptor, &facts) == 0 ? facts.st_rdev : nil
    }

    /// `/dev/tty`, which is the process's own terminal, by another number.
    private static var ownTerminal: dev_t? {
        var facts = stat()
        return unsafe stat("/dev/tty", &facts) == 0 ? facts.st_rdev : nil
    }
}
