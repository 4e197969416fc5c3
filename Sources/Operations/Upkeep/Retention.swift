internal import EmojiArt
internal import Hosting
internal import Logging
internal import Store
internal import Sync
internal import Transport
internal import Wire

/// How much of the past is kept: all of it, unless the operator says otherwise.
///
/// An edit takes some 200 bytes, and what is gone cannot be brought back. Event-loop thread only.
final class Retention {
    /// Milliseconds from the end of a run to the next.
    private static let interval: UInt64 = 3_600_000

    private var isRunning = false
    private unowned let upkeep: Upkeep
    private var server: Server { upkeep.server }
    private lazy var alarm = Alarm(upkeep.server.alarms) { [unowned self] _ in run() }

    init(of upkeep: Upkeep) { self.upkeep = upkeep }

    /// Looks soon for what is not to be kept: at the start, and when the rule is another.
    func runSoon() { alarm.set(at: server.now + 1_000) }

    private func run() {
        // Another run begins only when this one is done.
        guard !isRunning, server.drain == nil, let rule = Self.rule(of: upkeep.options) else {
            return
        }
        isRunning = true
        let (journal, log) = (server.journal, server.log)
        server.perform { (done: @escaping @Sendable (Bool) -> Void) in
            HistoryCut(journal: journal, rule: rule, log: log) { done(true) }.start()
        } then: { [unowned self] _ in
            isRunning = false
            alarm.setAtLatest(at: server.now + Self.interval)
        }
    }

    private static func rule(of options: ServerOptions) -> HistoryRetention? {
        guard options.historyEdits > 0 || options.historyDays > 0 else { return nil }
        let day = 86_400_000
        return HistoryRetention(
            editsMax: options.historyEdits > 0 ? Int64(options.historyEdits) : nil,
            olderThan: options.historyDays > 0
                ? Int64(Clock.milliseconds - options.historyDays * day) : nil
        )
    }
}

/// Takes away what an operator does not want to keep of the past, one document after another.
///
/// The state at the cut is made and stored first. It runs between commits and beside the loop, in
/// small steps; whatever ends it, the next run goes on.
struct HistoryCut: Sendable {
    let journal: any DocumentStore
    let rule: HistoryRetention
    let log: Logger
    let completion: @Sendable () -> Void

    func start() {
        Offload.run {
            let names = journal.list().map(\.name)
            visit(names[...])
        }
    }

    private func visit(_ names: ArraySlice<String>) {
        guard let text = names.first, let name = DocumentName(text) else { return completion() }
        let rest = names.dropFirst()
        journal.findCut(text, rule) { result in
            guard case .success(let found) = result, let cut = found else { return visit(rest) }
            let rebuild = PastRebuild(journal: journal) { answer in
                // Another document may have come by the name meanwhile.
                guard case .found(let past) = answer, past.document == cut.document else {
                    let metadata: Logger.Metadata = ["document": "\(text)", "cause": "\(answer)"]
                    log.error("cannot trim history", metadata: metadata)
                    return visit(rest)
                }
                let state = (body: past.state.encoded(), chain: past.state.chain.bits)
                take(cut, storing: state) {
                    let metadata: Logger.Metadata = [
                        "document": "\(text)", "revision": "\(cut.revision)",
                    ]
                    log.info("history trimmed", metadata: metadata)
                    visit(rest)
                }
            }
            rebuild.start(name, at: .revision(Int(cut.revision)))
        }
    }

    private func take(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable () -> Void
    ) {
        journal.cut(cut, storing: state) { isMore in
            if isMore { take(cut, storing: nil, completion: completion) } else { completion() }
        }
    }
}
