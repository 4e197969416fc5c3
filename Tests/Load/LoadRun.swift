internal import Crowd
internal import DequeModule
internal import EmojiArt
internal import Foundation
internal import Wire

/// One run of a load: joins everybody, fills the documents, loads, and looks whether all came.
///
/// ```
/// gather ─> fill ─> warm up ─> measure ─> settle ─> report
/// ```
final class LoadRun: CrowdHandler {
    enum Phase {
        case gathering
        case filling
        case warming
        case measuring
        case settling
        case over
    }

    let plan: LoadPlan
    let prefix: String
    let token: String?
    let process: ServerProcess?
    private(set) var crowd: Crowd?
    var phase = Phase.gathering
    var documents: [LoadDocument] = []
    var members: [Int: LoadMember] = [:]
    var writers: [LoadWriter] = []
    var tally = LoadTally()
    /// Emojis that the documents still lack before the load begins.
    var remaining: [Int: Int] = [:]
    /// Members whose cursors move.
    var pointers: [Int] = []
    /// When waiting for the last edits ends.
    var settleBy: UInt64 = 0
    /// Members that are on their way; the next ones wait for them.
    var joining = 0
    var waiting: [(role: LoadMember.Role, document: Int, key: Int?)] = []
    var generator = SystemRandomNumberGenerator()
    private var decoder = MessageDecoder()
    var schedule: LoadSchedule
    var measuredAt: UInt64 = 0
    var endedAt: UInt64 = 0
    var stormAt: UInt64?
    var backAt: UInt64?
    /// The server's figures before the first member, and around the measurement.
    var residentBefore = 0
    var residentAfter = 0
    var usedBefore = ServerProcess.Use()
    var usedAfter = ServerProcess.Use()
    /// Why the run cannot go on.
    var failure: String?
    let keys: [ClientKey]

    /// Connections that are on their way at once: a server's queue of them is finite.
    static let joiningMax = 200

    init(
        _ plan: LoadPlan,
        at address: CrowdAddress,
        _ tls: CrowdTLS?,
        prefix: String,
        token: String?,
        process: ServerProcess?
    ) throws(CrowdError) {
        self.plan = plan
        self.prefix = prefix
        self.token = token
        self.process = process
        schedule = LoadSchedule(plan)
        var generator = SystemRandomNumberGenerator()
        keys = (0..<(plan.documents * plan.writers)).map { _ in ClientKey(using: &generator) }
        crowd = try Crowd(at: address, tls, handler: self)
    }

    func run(_ progress: (LoadRun) -> Void) throws {
        residentBefore = process?.residentBytes ?? 0
        invite()
        var toldAt = Crowd.now
        while phase != .over, failure == nil {
            crowd?.turn()
            advance(Crowd.now)
            guard Crowd.now - toldAt > 1_000_000_000 else { continue }
            toldAt = Crowd.now
            progress(self)
        }
        if let failure { throw LoadFailure.noConnection(failure) }
    }

    // MARK: - What the crowd tells

    func opened(_ member: Int) {
        guard let key = members[member]?.key else { return greet(member, nil) }
        greet(member, keys[key])
    }

    private func greet(_ member: Int, _ key: ClientKey?) {
        members[member]?.stage = .greeting
        let hello = ClientMessage.Hello(key: key, token: token)
        crowd?.send(ClientMessage.hello(hello).encoded.span, from: member)
    }

    func received(_ message: Span<UInt8>, at time: UInt64, by member: Int) {
        switch MessageHead(message) {
        case .edit(let revision, let client, let seq):
            deliver(revision, client, seq, at: time, to: member)
        case .snapshot(let revision, let isLast):
            if let revision { members[member]?.revision = revision }
            members[member]?.isLoaded = isLast
            if members[member]?.arrives == true { arrive(member, at: time) }
        case .presence:
            if phase == .measuring { tally.presence += 1 }
        case .other:
            guard let message = try? decoder.serverMessage(message) else { return }
            switch message {
            case .welcome(let welcome): welcomed(member, welcome)
            case .refused: refuse(member)
            default: return
            }
        }
    }

    func closed(_ member: Int, _ end: CrowdEnd) {
        guard let gone = members[member] else { return }
        members[member]?.stage = .gone
        if phase == .over { return }
        if gone.stage != .live, gone.role != .newcomer {
            failure = "the server rejected a member: \(end.code ?? 0) \(end.reason)"
            return
        }
        tally.closes[end.code.map { "\($0)" } ?? "none", default: 0] += 1
        if gone.role == .writer || gone.role == .reader {
            failure = "the server closed a member's connection: \(end.code ?? 0) \(end.reason)"
        }
    }

    func woken() { advance(Crowd.now) }
}
