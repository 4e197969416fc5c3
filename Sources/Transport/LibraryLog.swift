internal import CLibwebsockets
internal import Synchronization

/// What libwebsockets has to say: errors and warnings of the whole process.
///
/// lws has one log for all contexts. Peers can cause lines, so a sink should count or thin them.
package enum LibraryLog {
    private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Sends each line, without its end, to a closure that any loop's thread may call.
    ///
    /// Without a sink the lines are dropped.
    package static func setSink(_ newSink: (@Sendable (String) -> Void)?) {
        sink.withLock { $0 = newSink }
    }

    /// Replaces lws's own log to standard error; done by every loop, with the same effect.
    static func install() {
        // Without NOTICE: the libev plugin logs every change of a watcher there.
        let levels = Int32(LLL_ERR | LLL_WARN)
        unsafe lws_set_log_level(levels) { _, line in
            guard let line = unsafe line else { return }
            let current = LibraryLog.sink.withLock { $0 }
            guard let current else { return }
            let text = unsafe String(cString: line)
            current(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        }
    }
}
