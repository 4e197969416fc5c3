internal import Crowd
internal import Foundation
internal import Wire

/// Joins one document after the other that nobody has open, and times each.
final class ColdJoins: CrowdHandler {
    private var crowd: Crowd?
    private var startedAt: UInt64 = 0
    private var isJoined = false
    private var failure: String?
    private var decoder = MessageDecoder()

    /// Connects to a server on this machine.
    init(port: Int) throws {
        let address = try CrowdAddress(host: "127.0.0.1", port: port)
        crowd = try Crowd(at: address, handler: self)
    }

    /// Milliseconds from the connect to the last part of the snapshot, of each document, in order.
    ///
    /// Its member leaves then, or stays for as long as this lives.
    func join(_ names: [String], staying: Bool = false) throws -> [Double] {
        try names.map { name in
            (startedAt, isJoined) = (Crowd.now, false)
            let member = try crowd?.connect(path: "/documents/\(name)")
            while !isJoined, failure == nil { crowd?.turn() }
            if let failure { throw BenchError(what: "\(name) is not joined: \(failure)") }
            let milliseconds = Double(Crowd.now - startedAt) / 1e6
            if let member, !staying { crowd?.hangUp(member) }
            return milliseconds
        }
    }

    /// Lets those who stayed answer the server for a time.
    func rest(seconds: Double) throws {
        let end = Crowd.now + UInt64(seconds * 1e9)
        crowd?.wake(at: end)
        while Crowd.now < end, failure == nil { crowd?.turn() }
        if let failure { throw BenchError(what: "a member is lost: \(failure)") }
    }

    func opened(_ member: Int) {
        crowd?.send(ClientMessage.hello(ClientMessage.Hello(key: nil)).encoded.span, from: member)
    }

    func received(_ message: Span<UInt8>, at time: UInt64, by member: Int) {
        guard case .snapshot(let part)? = try? decoder.serverMessage(message) else { return }
        isJoined = part.isLast
    }

    func closed(_ member: Int, _ end: CrowdEnd) { failure = end.reason }

    func woken() {}
}
