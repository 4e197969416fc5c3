internal import Glibc

/// What is said to a terminal to take it over, and to give it back.
///
/// Modes are those of xterm's "Control Sequences" page; 2026 and 2027 are the synchronized output
/// and the grapheme clusters of contour; the keyboard's are kitty's.
enum TerminalModes {
    /// The alternate screen, no cursor, and everything reported that can be.
    ///
    /// The keyboard's flags are a stack that each screen has its own of (TW6): pushed after the
    /// screen is entered. Said again, what was pushed before is dropped first.
    static func enter(mouse: Bool, again: Bool) -> [UInt8] {
        var text = "\(escape)[?1049h" + (again ? "\(escape)[<u" : "") + "\(escape)[>1u"
        text += "\(escape)[0m\(escape)[?25l\(escape)[?2004h\(escape)[?1004h"
        // Terminals take the last that they know: all movement, or that with a button held.
        if mouse { text += "\(escape)[?1002h\(escape)[?1003h\(escape)[?1006h" }
        return Array(text.utf8)
    }

    /// Everything off that may be on, whoever put it on, and back to the screen before.
    ///
    /// Begins with the end of a sequence that may have been cut: CAN ends any but a string, and
    /// ST ends a string.
    static let restore: [UInt8] = Array(
        ("\u{18}\(escape)\\"
            + [2026, 1003, 1002, 1000, 1006, 1004, 2004, 2027]
            .map { "\(escape)[?\($0)l" }.joined()
            + "\(escape)[<u\(escape)[0m\(escape)[?25h\(escape)[?1049l").utf8
    )

    private static let escape = "\u{1b}"
}

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
