internal import Synchronization
package import WebSockets

/// The loops of one server, and which of them has a document.
///
/// A document is on one loop, by its name: whatever concerns it happens there, in order and without
/// a lock. What concerns all of them goes from loop to loop as mail.
package final class LoopGroup: Sendable {
    /// How many loops there are; 1 or more.
    package let count: Int
    /// What all loops have let in.
    package let admissions = Admissions()
    /// Whom all loops have let in.
    let headcount = Headcount()
    /// Whose new clients were stored of late: a document keeps a key for good, and whoever makes
    /// keys in a loop would fill it for all others.
    let newClients = Allowances()
    /// Whose tokens had no good signature.
    let guesses = Allowances()
    private let mailboxes: Mutex<[Mailbox<Server.Errand>?]>

    /// Makes a group whose loops join it one by one.
    package init(count: Int = 1) {
        precondition(count > 0, "a server has a loop")
        self.count = count
        mailboxes = Mutex(Array(repeating: nil, count: count))
    }

    func join(_ index: Int, _ mailbox: Mailbox<Server.Errand>) {
        mailboxes.withLock { $0[index] = mailbox }
    }

    func leave(_ index: Int) { mailboxes.withLock { $0[index] = nil } }

    /// The loops that can be reached, but for one.
    func others(than index: Int) -> [Mailbox<Server.Errand>] {
        mailboxes.withLock { mailboxes in
            mailboxes.indices.compactMap { $0 == index ? nil : mailboxes[$0] }
        }
    }

    func mailbox(_ index: Int) -> Mailbox<Server.Errand>? { mailboxes.withLock { $0[index] } }

    func home(of name: some StringProtocol) -> Int {
        guard count > 1 else { return 0 }
        // FNV-1a, and the last step of MurmurHash3: names differ in few letters, often the last,
        // and FNV's prime leaves 1 when divided by 3, so that its sums hardly mix there.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return Int((hash ^ hash >> 33) % UInt64(count))
    }

    /// The loop that serves a path; the first one all that is not about a document.
    func home(ofPath path: String, after prefix: String) -> Int {
        guard path.hasPrefix(prefix) else { return 0 }
        let name = path.dropFirst(prefix.count).prefix { $0 != "/" && $0 != "." }
        return name.isEmpty ? 0 : home(of: name)
    }
}
