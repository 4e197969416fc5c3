internal import Glibc

/// How the system treats what is typed and shown, in a terminal of ours and in anybody's.
enum RawMode {
    /// The settings now; nil when it is no terminal.
    static func current(of terminal: Int32) -> termios? {
        var settings = termios()
        return unsafe tcgetattr(terminal, &settings) == 0 ? settings : nil
    }

    /// Each byte at once and as it is: no echo, no lines, no signals from keys.
    static func enter(from saved: termios, on terminal: Int32) {
        var settings = saved
        unsafe cfmakeraw(&settings)
        set(settings, on: terminal)
    }

    /// What `stty sane` does to the flags that raw mode changes.
    static func setSane(_ terminal: Int32) {
        guard var settings = current(of: terminal) else { return }
        let ignored = IGNBRK | INLCR | IGNCR | PARMRK | ISTRIP
        settings.c_iflag &= ~tcflag_t(ignored)
        settings.c_iflag |= tcflag_t(ICRNL | IXON | BRKINT)
        settings.c_oflag |= tcflag_t(OPOST | ONLCR)
        settings.c_lflag &= ~tcflag_t(ECHONL)
        settings.c_lflag |= tcflag_t(ISIG | ICANON | IEXTEN)
        settings.c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE)
        settings.c_cflag &= ~tcflag_t(CSIZE | PARENB)
        settings.c_cflag |= tcflag_t(CS8)
        set(settings, on: terminal)
    }

    /// Not after what is still to be shown: that may wait for ever.
    private static func set(_ settings: termios, on terminal: Int32) {
        var settings = settings
        while unsafe tcsetattr(terminal, TCSANOW, &settings) == -1, errno == EINTR {}
    }
}
