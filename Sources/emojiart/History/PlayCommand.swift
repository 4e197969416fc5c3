internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Sync
internal import Terminal
internal import Transport
internal import WebSockets
internal import Wire

struct Play: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Replay the edits of a document in the terminal or as timed JSON lines.",
        discussion: """
            Space pauses, q quits. With --json, a line of type state comes first, then each edit \
            as in the protocol, when it is due. Pauses longer than 2 s are cut to 2 s.
            """
    )

    @OptionGroup var options: PastOptions
    @Option(help: "Playback speed: 0.01 to 10000 times the original.") var speed = 1.0
    @Option(help: "The start: \(MomentArgument.help).") var from: MomentArgument?
    @Option(help: "The end, in the same form.") var to: MomentArgument?
    @Flag(help: "Print JSON, one object a line.") var json = false
    @Flag(name: .customLong("ascii"), help: "Draw with ASCII only; letters stand for emojis.")
    var isASCII = false

    func validate() throws {
        guard (0.01...10_000).contains(speed) else {
            throw ValidationError("--speed takes 0.01 to 10000.")
        }
    }

    func run() throws {
        let past = try options.request.past(of: options.url)
        let kept = try past.kept()
        let start = try past.state(at: from?.moment ?? .revision(kept.first))
        let end = try past.state(at: to?.moment ?? .revision(kept.revision))
        guard start.revision <= end.revision else {
            throw ExitStatus.usage("--from is later than --to")
        }
        let playback = Playback(from: start, to: end.revision, speed: speed)
        if json { return try print(playback, of: past) }
        // Before any thread is made: each inherits which signals are blocked.
        let signals = Signals(PlaySession.signals)
        guard let device = TerminalDevice() else {
            throw ExitStatus.usage("no terminal to play in; use --json")
        }
        let capabilities = Open.capabilities(isASCII: isASCII)
        let session = try PlaySession(
            playback,
            of: past,
            showing: [start.document, end.document],
            on: device,
            capabilities
        )
        try session.run(signals)
    }

    private func print(_ playback: Playback, of past: PastFetch) throws {
        var playback = playback
        Output.state(playback.moment.document, revision: playback.moment.revision)
        while !playback.isOver {
            try playback.fill(from: past)
            if playback.delay > 0 { Thread.sleep(forTimeInterval: playback.delay / 1_000) }
            Output.line(ServerMessage.edit(try playback.step()).encoded)
        }
    }
}

/// A stretch of a document's past that is played again, edit by edit.
///
/// The edits are fetched a page at a time.
struct Playback {
    /// A pause of more than this is cut: nobody watches a document sleep over night.
    static let pauseMillisecondsMax = 2_000.0

    let speed: Double
    /// The revision at which it ends.
    let end: Int
    private(set) var moment: PastMoment
    private(set) var last: ServerMessage.Edit?
    private var edits: ArraySlice<ServerMessage.Edit> = []

    init(from start: PastMoment, to end: Int, speed: Double) {
        moment = start
        self.end = end
        self.speed = speed
    }

    var isOver: Bool { moment.revision >= end }

    /// Fetches the edits that follow, if there are none left of those before.
    mutating func fill(from past: PastFetch) throws(ExitStatus) {
        guard edits.isEmpty, !isOver else { return }
        var page: [ServerMessage.Edit] = []
        try past.edits(after: moment.revision, upTo: end) { edits in
            page = edits
            return false
        }
        edits += page
    }

    /// Milliseconds from the last edit to the next one.
    var delay: Double {
        guard let next = edits.first, let last else { return 0 }
        let pause = Double(max(0, next.time - last.time))
        return min(pause, Self.pauseMillisecondsMax) / speed
    }

    /// Plays the next edit.
    ///
    /// - Throws: `ExitStatus.noConnection` when it does not fit: there is another history now.
    @discardableResult
    mutating func step() throws(ExitStatus) -> ServerMessage.Edit {
        guard let edit = edits.popFirst(), moment.apply(edit) != nil else {
            throw .noConnection("the history was replaced during playback")
        }
        last = edit
        return edit
    }
}
