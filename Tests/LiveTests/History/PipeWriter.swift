import Foundation

/// The real `emojiart edit --json` at work, and what it says of its edits.
///
/// One thread's.
final class PipeWriter {
    /// Edits that are under way at a time.
    static let window = 40
    private static let atATime = 8

    let name: String
    private let url: String
    private let state: String
    private let history: History
    private let known: KnownEmojis
    private var workload: Workload
    private var program: Program
    /// How often the program was started; each time it is another client to the history.
    private var starts = 1
    private var taken = 0
    private var refs = 0
    private var unanswered = 0
    private(set) var left: Int
    /// Why programs ended that nobody had ended.
    private(set) var endings: [String] = []

    init(
        _ name: String,
        _ url: String,
        state: String,
        edits: Int,
        _ workload: Workload,
        _ known: KnownEmojis,
        _ history: History
    ) throws {
        self.name = name
        self.url = url
        self.state = state
        self.workload = workload
        self.known = known
        self.history = history
        left = edits
        program = try Self.start(url, state)
    }

    private static func start(_ url: String, _ state: String) throws -> Program {
        try Program("emojiart", ["edit", url, "--json", "--state", state, "--timeout", "60"])
    }

    private var who: String { "\(name)#\(starts)" }

    var isDone: Bool { left == 0 && unanswered == 0 }

    /// Whether it was answered at least once: then it goes on by itself, whatever happens.
    private(set) var isAtWork = false

    /// Writes down what came, and makes more edits.
    func feed() throws {
        takeAnswers()
        if !program.isRunning { try goOn() }
        guard left > 0, unanswered < Self.window else { return }
        let count = isAtWork ? min(Self.atATime, left) : unanswered == 0 ? 1 : 0
        for _ in 0..<count {
            refs += 1
            left -= 1
            unanswered += 1
            let operation = workload.next(known)
            history.write(.invoke(who, refs, operation))
            program.write([operation.line(ref: refs)])
        }
    }

    private func takeAnswers() {
        let lines = program.output.lines
        for line in lines[taken...] {
            guard let event = HistoryEvent(printed: line, by: who) else {
                endings.append("\(who) printed \(line)")
                continue
            }
            history.write(event)
            unanswered -= 1
            isAtWork = true
            known.add(event.ids ?? [])
        }
        taken = lines.count
    }

    /// Kills the program: what became of its last edits nobody knows.
    func kill() throws {
        program.signal(SIGKILL)
        _ = program.ending()
        try startAgain()
    }

    /// The program has ended by itself.
    private func goOn() throws {
        let said = program.errors.wholeLines()?.last ?? ""
        endings.append("\(who): \(said)")
        try startAgain()
    }

    private func startAgain() throws {
        _ = program.output.wholeLines()
        takeAnswers()
        program = try Self.start(url, state)
        starts += 1
        (taken, unanswered, isAtWork) = (0, 0, false)
    }
}
