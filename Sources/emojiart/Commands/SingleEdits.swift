public import ArgumentParser
public import EmojiArt
internal import Sync
internal import Wire

/// A fixed list of edits, made one after another: the body of the commands for single edits and of
/// import.
///
/// Ends when all are answered.
final class SingleEdits: SessionBody {
    typealias Maker = (inout Replica) throws(ExitStatus) -> [ClientMessage.Request]

    private let make: Maker
    /// Told of the end in place of a line for each answer but refusals.
    private let finished: ((_ revision: Int) -> Void)?
    private var unanswered: Set<Int> = []
    private var failure: ExitStatus?
    private var revision = 0

    init(finished: ((_ revision: Int) -> Void)? = nil, make: @escaping Maker) {
        self.make = make
        self.finished = finished
    }

    func started(_ session: Session) {
        do throws(ExitStatus) {
            let requests = try session.client.update(make)
            for request in requests {
                unanswered.insert(session.client.update { $0.edit(request) })
            }
        } catch {
            return session.finish(error)
        }
        endIfDone(session)
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {
        switch effect {
        case .edited(let edit, isOwn: true) where edit.operation == .none:
            Output.explain("no effect: the document has none of these emojis, or is so already")
            return
        case .acknowledged(let seq, let ref, let revision, let ids):
            guard unanswered.remove(ref) != nil else { return }
            self.revision = max(self.revision, revision)
            if finished == nil {
                Output.line(Answer.acknowledged(seq: seq, revision: revision, ids: ids).line())
            }
        case .refused(let seq, let ref, let code):
            guard unanswered.remove(ref) != nil else { return }
            failure = failure ?? .refused
            Output.line(Answer.refused(seq: seq, code: code).line())
        case .undecided(let ref):
            guard unanswered.remove(ref) != nil else { return }
            failure = .unknown
            Output.line(Answer.unknown.line())
        default: return
        }
        endIfDone(session)
    }

    func sentAway() -> Bool {
        for _ in unanswered { Output.line(Answer.unknown.line()) }
        return !unanswered.isEmpty
    }

    private func endIfDone(_ session: Session) {
        guard unanswered.isEmpty else { return }
        if failure == nil { finished?(revision) }
        session.finish(failure)
    }
}

extension EmojiID {
    static func read(_ text: String) throws -> EmojiID {
        if let id = EmojiID(text) { return id }
        let hint =
            Operation.Arrangement(rawValue: text) == nil ? "ids look like 1.1" : "add --to \(text)"
        throw ValidationError("'\(text)' is not the id of an emoji: \(hint)")
    }
}

extension [EmojiID] {
    /// The ids, if one operation can name them.
    fileprivate func checked() throws(ExitStatus) -> [EmojiID] {
        guard (1...Limits.idsMax).contains(count) else {
            throw .usage("give 1 to \(Limits.idsMax) ids of emojis")
        }
        return self
    }
}

extension Operation.Arrangement: ExpressibleByArgument {}

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add an emoji; the answer contains its id."
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "The emoji.") var text: String
    @Option(parsing: .unconditional, help: "Canvas units to the right of the centre.") var x = 0
    @Option(parsing: .unconditional, help: "Canvas units above the centre.") var y = 0
    @Option(help: "Side of its square in canvas units.") var size = Limits.sizeDefault

    func run() throws {
        let emoji: EmojiText
        do { emoji = try EmojiText(text) } catch {
            throw ExitStatus.usage("\"\(text)\" is not exactly one emoji")
        }
        guard x.magnitude <= Limits.coordinateMax, y.magnitude <= Limits.coordinateMax,
            (Limits.sizeMin...Limits.sizeMax).contains(size)
        else {
            throw ExitStatus.usage(
                "--x and --y take -\(Limits.coordinateMax) to \(Limits.coordinateMax), "
                    + "--size takes \(Limits.sizeMin) to \(Limits.sizeMax)"
            )
        }
        try options.edit { (replica) throws(ExitStatus) in
            guard let id = replica.mintID() else {
                Output.line(Answer.notPermitted.line())
                throw .refused
            }
            return .operation(.add([NewEmoji(id: id, text: emoji, x: x, y: y, size: size)]))
        }
    }
}

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move emojis together, by a distance."
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Ids of the emojis.", transform: EmojiID.read) var ids: [EmojiID]
    @Option(parsing: .unconditional, help: "Canvas units to the right.") var dx = 0
    @Option(parsing: .unconditional, help: "Canvas units up.") var dy = 0

    func run() throws {
        let reach = 2 * Limits.coordinateMax
        guard dx.magnitude <= reach, dy.magnitude <= reach else {
            throw ExitStatus.usage("--dx and --dy take -\(reach) to \(reach)")
        }
        try options.edit(.operation(.move(ids: try ids.checked(), dx: dx, dy: dy)))
    }
}

struct Scale: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Multiply the size of emojis; positions stay."
    )

    @OptionGroup var options: ClientOptions
    @Argument(help: "Ids of the emojis.", transform: EmojiID.read) var ids: [EmojiID]
    @Option(help: "0.001 to 1000, with at most six decimal places.") var factor: Double

    func run() throws {
        let millionths = (factor * Double(ScaleFactor.unit)).rounded()
        guard millionths.magnitude < Double(Limits.stackMax),
            let factor = ScaleFactor(millionths: Int(millionths))
        else { throw ExitStatus.usage("--factor takes 0.001 to 1000") }
        try options.edit(.operation(.scale(ids: try ids.checked(), factor: factor)))
    }
}

struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete emojis.")

    @OptionGroup var options: ClientOptions
    @Argument(help: "Ids of the emojis.", transform: EmojiID.read) var ids: [EmojiID]

    func run() throws {
        try options.edit(.operation(.delete(ids: try ids.checked())))
    }
}

struct Arrange: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change the drawing order.")

    @OptionGroup var options: ClientOptions
    @Argument(help: "Ids of the emojis.", transform: EmojiID.read) var ids: [EmojiID]
    @Option(help: "front, back, forward or backward.") var to: Operation.Arrangement

    func run() throws {
        try options.edit(.operation(.arrange(ids: try ids.checked(), to: to)))
    }
}

struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo this client's latest edit that is not yet undone."
    )

    @OptionGroup var options: ClientOptions

    func run() throws { try options.edit(.walk(.undo)) }
}

struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Redo this client's latest undone edit."
    )

    @OptionGroup var options: ClientOptions

    func run() throws { try options.edit(.walk(.redo)) }
}
