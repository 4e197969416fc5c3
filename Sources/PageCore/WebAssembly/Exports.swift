internal import EmojiArt
internal import Sync
internal import Wire

// What a page calls: `call`, with the place of a function in the table below, bytes, and three
// numbers. Texts and JSON are passed as UTF-8, in memory that `allocate` gives and `release` takes
// back. A function that answers with bytes gives their count, and `answer` where they are until the
// next call; -1 stands for no answer.

/// The one document of this instance: a page makes an instance for each.
nonisolated(unsafe) private var page = PageReplica()

nonisolated(unsafe) private var answerBytes = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: 0
)

private func answer(_ bytes: [UInt8]?) -> Int32 {
    unsafe answerBytes.deallocate()
    unsafe answerBytes = .allocate(capacity: bytes?.count ?? 0)
    guard let bytes else { return -1 }
    _ = unsafe answerBytes.initialize(fromContentsOf: bytes)
    return Int32(bytes.count)
}

private func answer(_ text: String?) -> Int32 { answer(text.map { Array($0.utf8) }) }

/// The answer of a function that has none.
private func done<Result>(_ result: Result) -> Int32 { 0 }

private func flag(_ isSo: Bool) -> Int32 { isSo ? 1 : 0 }

/// What a page passes to a function, for as long as that runs.
///
/// A time is `x`: milliseconds of a clock that never goes back.
@safe private struct Passed {
    let bytes: UnsafeBufferPointer<UInt8>
    let x: Double
    let y: Double
    let z: Double

    var text: String { unsafe String(decoding: bytes, as: UTF8.self) }
    /// The first two as whole numbers; far away they are only known to be so.
    var whole: (x: Int, y: Int) { (Int(max(-1e9, min(x, 1e9))), Int(max(-1e9, min(y, 1e9)))) }
}

/// The functions that a page calls, each with its name.
private let functions: [(name: String, run: @Sendable (Passed) -> Int32)] = [
    // MARK: The document

    // Begins: `{"key","name","colour","token"}`, the last two if there are some; answers with what
    // is wrong.
    ("begin", { unsafe answer(begin(PageReplica($0.bytes.span, drawing: drawMark))) }),
    // Has another name and colour from the next connection on: `{"name","colour"}`; 1, or 0 when it
    // is none.
    ("introduce", { unsafe flag(page.introduce($0.bytes.span)) }),
    // Goes on where kept lines end; how many of them were used.
    ("restore", { unsafe Int32(page.restore($0.text)) }),
    // Goes on as the client of another key, without the edits that another page has: the key, and
    // below it the lines that this page kept; 1, or 0 when the key is none.
    ("become", { unsafe flag(page.become($0.text)) }),
    // Takes over the edits that another page left undecided: its key, and below it the lines that
    // it kept; 1, or 0 when the key is none or no welcome has told the number of this client.
    ("takeOver", { unsafe flag(page.takeOver($0.text)) }),
    // Has another token.
    ("renew", { unsafe done(page.replica.renew(token: $0.text)) }),
    // The connection is open.
    ("connected", { _ in unsafe done(page.replica.connected()) }),
    // The connection is gone.
    ("disconnected", { _ in unsafe done(page.replica.disconnected()) }),
    // A message of the server arrived.
    ("receive", { unsafe done(page.replica.receive($0.bytes.span)) }),
    // What happened since it was asked last; no bytes when nothing did.
    ("news", { _ in unsafe answer(page.news()) }),

    // MARK: Edits and presence

    // Makes the edit of a line; answers with the ids that it adds, or with what is wrong.
    ("edit", { unsafe answer(page.edit($0.bytes.span)) }),
    // Decides about undecided edits: 1 makes them again, 0 drops them.
    ("decide", { unsafe done(page.replica.decide(adding: $0.x == 1)) }),
    // Shares what a presence message changes; answers with what is wrong.
    ("share", { unsafe answer(page.share($0.bytes.span, now: UInt64($0.x))) }),
    // Ends the gesture in flight: one edit.
    ("endGesture", { unsafe done(page.replica.endGesture(now: UInt64($0.x))) }),
    // Cancels the gesture in flight: no edit.
    ("cancelGesture", { unsafe done(page.replica.cancelGesture(now: UInt64($0.x))) }),
    // The time has come that a `wake` effect told.
    ("wake", { unsafe done(page.replica.wake(now: UInt64($0.x))) }),
    // Answers with the message that asks for a pong.
    ("ping", { answer(ClientMessage.ping(Whole($0.x)).encoded) }),

    // MARK: What is shown, and the past beside it

    // 1 if a new emoji can be added at a position, else 0.
    ("accepts", { unsafe flag(page.accepts(x: $0.whole.x, y: $0.whole.y)) }),
    // Answers with the id of the emoji at a point, or the nearest within a reach.
    (
        "emojiAt",
        { unsafe answer(page.shown.scene.emoji(atX: $0.x, y: $0.y, reach: $0.z)?.description) }
    ),
    // Answers with those ids of a list that are shown, in drawing order.
    ("inOrder", { unsafe answer(page.inOrder($0.bytes.span)) }),
    // Goes to a moment of the past, of a snapshot's lines: 1, or 0 when they are none.
    ("showPast", { unsafe flag(page.showPast($0.bytes.span)) }),
    // Applies the next edit to the past: 1, or 0 when it cannot be.
    ("stepPast", { unsafe flag(page.stepPast($0.bytes.span)) }),
    // Answers with the changes that a view of the past has to draw; empty when there are none.
    ("pastNews", { _ in unsafe answer(page.pastNews()) }),
    // Shows no past any more.
    ("endPast", { _ in unsafe done(page.endPast()) }),
    // Answers with what an edit's message tells of it.
    ("describe", { unsafe answer(page.describe($0.bytes.span)) }),

    // MARK: Files and texts

    // Answers with what is shown as an SVG drawing.
    ("writeSVG", { unsafe answer(page.drawing($0.bytes.span)) }),
    // Answers with what is shown as an `.emojiart` file.
    ("writeFile", { unsafe answer(page.file($0.bytes.span)) }),
    // Answers with what an `.emojiart` file holds.
    ("readFile", { unsafe answer(PageReplica.read(Array($0.bytes))) }),
    // Answers with the emojis of a text, each once, as JSON.
    ("emojisIn", { answer(PageReplica.emojis(in: $0.text)) }),
    // Answers with a text without the characters that a name or a chat may not hold.
    ("plainText", { answer(PageReplica.plain($0.text)) }),
    // 1 if a text can be a member's name, else 0.
    ("isName", { flag(MemberName.isValid($0.text)) }),
    // 1 if a text can be a document's name, else 0.
    ("isDocumentName", { flag(DocumentName($0.text) != nil) }),
    // 1 if a text can be a background, else 0.
    ("isBackground", { flag(BackgroundURL($0.text) != nil) }),
    // Answers with the limits and the palettes, as JSON.
    ("constants", { _ in answer(PageReplica.constants) }),
    // Answers with the close codes, each with its name and whether to come back soon, as JSON.
    ("closeCodes", { _ in answer(PageReplica.closeCodes) }),
]

/// Draws the mark of an edit, from the browser's generator each time.
private func drawMark() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    while true {
        let mark = generator.next()
        if mark != 0 { return mark }
    }
}

private func begin(_ new: PageReplica?) -> String? {
    guard let new else { return "no such name, or the colour is not #rrggbb" }
    unsafe page = new
    return nil
}

/// Calls the function at a place of the table.
@_expose(wasm, "call")
@_cdecl("ea_call")
public func call(
    _ place: Int32,
    _ start: UnsafePointer<UInt8>?,
    _ count: Int32,
    _ x: Double,
    _ y: Double,
    _ z: Double
) -> Int32 {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(count))
    return unsafe functions[Int(place)].run(Passed(bytes: bytes, x: x, y: y, z: z))
}

/// Answers with the names of the table, in their order, as JSON.
@_expose(wasm, "names")
@_cdecl("ea_names")
public func names() -> Int32 {
    var json = JSONWriter()
    json.array(functions) { $0.string($1.name) }
    return answer(json.bytes)
}

/// Where the answer is.
@_expose(wasm, "answer")
@_cdecl("ea_answer")
public func answerAddress() -> UnsafeMutablePointer<UInt8>? { unsafe answerBytes.baseAddress }

/// Allocates memory of `count` bytes.
@_expose(wasm, "allocate")
@_cdecl("ea_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer {
    unsafe .allocate(byteCount: Int(count), alignment: 8)
}

/// Takes memory back.
@_expose(wasm, "release")
@_cdecl("ea_release")
public func release(_ memory: UnsafeMutableRawPointer) { unsafe memory.deallocate() }
