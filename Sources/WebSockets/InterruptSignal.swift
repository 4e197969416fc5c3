internal import Glibc

/// Gives SIGINT back to the process.
///
/// libwebsockets' libev plugin takes it for its own loop when a context is made and resets it when
/// the context goes; what SIGINT does is the program's decision.
@safe
struct InterruptSignal {
    private var action = sigaction()

    /// Notes what SIGINT does now.
    init() { unsafe _ = sigaction(SIGINT, nil, &action) }

    /// Has SIGINT do that again.
    mutating func restore() { unsafe _ = sigaction(SIGINT, &action, nil) }
}
