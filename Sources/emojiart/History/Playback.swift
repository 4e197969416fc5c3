internal import EmojiArt
internal import Wire

/// A stretch of a document's past that is played again, edit by edit.
///
/// Time is an argument, and the edits are given a page at a time.
struct Playback {
    /// A pause of more than this is cut: nobody watches a document sleep over night.
    static let pauseMillisecondsMax = 2_000.0

    /// How much faster than it was.
    let speed: Double
    /// The revision at which it ends.
    let end: Int
    private(set) var document: Document
    private(set) var revision: Int
    /// The edit that was played last.
    private(set) var last: ServerMessage.Edit?
    private var edits: ArraySlice<ServerMessage.Edit> = []

    init(from state: PastFetch.State, to end: Int, speed: Double) {
        (document, revision) = (state.document, state.revision)
        self.end = end
        self.speed = speed
    }

    /// Whether all is played.
    var isOver: Bool { revision >= end }

    /// Whether more edits are to be given.
    var needsEdits: Bool { edits.isEmpty && !isOver }

    /// Takes the edits that follow.
    mutating func give(_ page: [ServerMessage.Edit]) { edits += page }

    /// Milliseconds from the last edit to the next one.
    var delay: Double {
        guard let next = edits.first, let last else { return 0 }
        let pause = Double(max(0, next.time - last.time))
        return min(pause, Self.pauseMillisecondsMax) / speed
    }

    /// Plays the next edit; nil when there is none, or when it does not fit.
    mutating func step() -> ServerMessage.Edit? {
        guard let edit = edits.popFirst(), (try? document.apply(edit.operation)) != nil,
            document.checksum == edit.checksum
        else { return nil }
        (revision, last) = (edit.revision, edit)
        return edit
    }
}
