internal import EmojiArt
internal import Sync
internal import Wire

// What this member tells the others besides where it points: whether it is there, and what it says.
extension Editor {
    /// Without input for so long a member is idle, and then away: as in the browser.
    private static let idleMilliseconds: UInt64 = 3_000
    private static let awayMilliseconds: UInt64 = 60_000
    private static let chatMilliseconds: UInt64 = 5_000
    private static let chatCharactersMax = 64

    mutating func noteInput() {
        lastInput = now
        tellActivity()
    }

    mutating func say(aloud line: String) {
        var text = String(line.prefix(Self.chatCharactersMax))
        text.unicodeScalars.removeAll(where: \.isControl)
        // One character may be many scalars.
        while text.utf8.count > Limits.chatBytesMax { text.unicodeScalars.removeLast() }
        guard !text.isEmpty else { return }
        chatUntil = now + Self.chatMilliseconds
        replica.signal(.init(chat: text), now: now)
        say("said: \(text)")
    }

    /// When signals change by themselves; nil for never.
    var signalsDue: UInt64? {
        let activityDue = lastInput.flatMap { time -> UInt64? in
            switch activity {
            case .active: time + Self.idleMilliseconds
            case .idle: time + Self.awayMilliseconds
            case .away: nil
            }
        }
        return [activityDue, chatUntil].compactMap(\.self).min()
    }

    mutating func wakeSignals() {
        tellActivity()
        if let chatUntil, chatUntil <= now {
            self.chatUntil = nil
            replica.signal(.init(chat: .some(nil)), now: now)
        }
    }

    private mutating func tellActivity() {
        guard let lastInput else { return }
        let silence = now >= lastInput ? now - lastInput : 0
        let activity: Presence.Activity =
            silence >= Self.awayMilliseconds
            ? .away : silence >= Self.idleMilliseconds ? .idle : .active
        guard activity != self.activity else { return }
        self.activity = activity
        replica.signal(.init(activity: activity), now: now)
    }
}
