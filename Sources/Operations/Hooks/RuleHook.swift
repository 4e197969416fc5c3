internal import EmojiArt
internal import Hosting
internal import Logging
internal import Tokens
internal import Transport
internal import Wire

/// Asks somebody else's server about each edit before it is put in order.
///
/// An edit about which there is no answer in time is not lost: its sender is sent away to come back
/// a little later, and sends it again. Event-loop thread only.
final class RuleHook: EditJudge {
    /// What happens to an edit when there is no verdict.
    enum Failure: String, CaseIterable, Sendable {
        /// It waits at its sender, who comes back later.
        case later
        /// It is put in order unjudged.
        case accept
    }

    static let connectionsMax = 64

    private let post: HTTPPost
    private let failure: Failure
    private let log: Logger

    init(_ post: HTTPPost, failure: Failure, of server: Server) {
        self.post = post
        self.failure = failure
        log = server.log
    }

    func ask(
        _ request: ClientMessage.Request,
        seq: Int,
        of guest: Guest,
        revision: Int,
        completion: @escaping @Sendable (EditVerdict?) -> Void
    ) {
        let body = Self.question(request, seq: seq, of: guest, revision: revision)
        post.send(body) { [failure, log] result in
            completion(Self.verdict(result, failure, log))
        }
    }

    private static func verdict(
        _ result: Result<[UInt8], HTTPPostError>,
        _ failure: Failure,
        _ log: Logger
    ) -> EditVerdict? {
        do {
            var decoder = MessageDecoder()
            let bytes = try result.get()
            return try decoder.ruleVerdict(bytes.span)
        } catch {
            log.warning("no verdict from the rule hook", metadata: ["cause": "\(error)"])
            return failure == .accept ? .accept : nil
        }
    }

    private static func question(
        _ request: ClientMessage.Request,
        seq: Int,
        of guest: Guest,
        revision: Int
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(#"{"document":"#, guest.name.string)
        writer.integer(#","revision":"#, revision)
        writer.integer(#","member":"#, guest.number)
        if let user = guest.grant?.user { writer.string(#","user":"#, user) }
        if let role = guest.grant?.role { writer.string(#","role":"#, role.rawValue) }
        writer.integer(#","seq":"#, seq)
        writer.raw(#","operation":"#)
        writer.request(request)
        writer.raw("}")
        return writer.bytes
    }
}
