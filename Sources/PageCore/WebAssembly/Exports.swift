internal import EmojiArt
internal import Sync
internal import Wire

// The functions that a page calls. Numbers are passed as they are; texts and JSON as UTF-8, in
// memory that `allocate` gives and `release` takes back. A function that answers with bytes gives
// their count, and `answer` where they are until the next call; -1 stands for no answer.

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

private func bytes(
    _ start: UnsafePointer<UInt8>,
    _ count: Int32
) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: Int(count))
}

private func text(_ start: UnsafePointer<UInt8>, _ count: Int32) -> String {
    unsafe String(decoding: bytes(start, count), as: UTF8.self)
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

// MARK: The document

/// Begins: `{"key","name","colour","token"}`, the last two if there are some; answers with what is
/// wrong.
@_expose(wasm, "begin")
@_cdecl("ea_begin")
public func begin(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    guard let new = unsafe PageReplica(bytes(start, count).span) else {
        return answer("no such name, or the colour is not #rrggbb")
    }
    unsafe page = new
    return answer(nil as String?)
}

/// Has another name and colour from the next connection on: `{"name","colour"}`; 1, or 0 when it is
/// none.
@_expose(wasm, "introduce")
@_cdecl("ea_introduce")
public func introduce(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe page.introduce(bytes(start, count).span) ? 1 : 0
}

/// Goes on where kept lines end; how many of them were used.
@_expose(wasm, "restore")
@_cdecl("ea_restore")
public func restore(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe Int32(page.restore(text(start, count)))
}

/// Has another token.
@_expose(wasm, "renew")
@_cdecl("ea_renew")
public func renew(_ start: UnsafePointer<UInt8>, _ count: Int32) {
    unsafe page.replica.renew(token: text(start, count))
}

/// The connection is open.
@_expose(wasm, "connected")
@_cdecl("ea_connected")
public func connected() { unsafe page.replica.connected() }

/// The connection is gone.
@_expose(wasm, "disconnected")
@_cdecl("ea_disconnected")
public func disconnected() { unsafe page.replica.disconnected() }

/// A message of the server arrived.
@_expose(wasm, "receive")
@_cdecl("ea_receive")
public func receive(_ start: UnsafePointer<UInt8>, _ count: Int32) {
    unsafe page.replica.receive(bytes(start, count).span)
}

/// What happened since it was asked last; no bytes when nothing did.
@_expose(wasm, "news")
@_cdecl("ea_news")
public func news() -> Int32 { unsafe answer(page.news()) }

// MARK: Edits and presence; times are milliseconds of a clock that never goes back

/// Makes the edit of a line; answers with the ids that it adds, or with what is wrong.
@_expose(wasm, "edit")
@_cdecl("ea_edit")
public func edit(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(page.edit(bytes(start, count).span))
}

/// Shares what a presence message changes; answers with what is wrong.
@_expose(wasm, "share")
@_cdecl("ea_share")
public func share(_ start: UnsafePointer<UInt8>, _ count: Int32, _ now: Double) -> Int32 {
    unsafe answer(page.share(bytes(start, count).span, now: UInt64(now)))
}

/// Ends the gesture in flight: one edit.
@_expose(wasm, "endGesture")
@_cdecl("ea_endGesture")
public func endGesture(_ now: Double) { unsafe page.replica.endGesture(now: UInt64(now)) }

/// Cancels the gesture in flight: no edit.
@_expose(wasm, "cancelGesture")
@_cdecl("ea_cancelGesture")
public func cancelGesture(_ now: Double) { unsafe page.replica.cancelGesture(now: UInt64(now)) }

/// The time has come that a `wake` effect told.
@_expose(wasm, "wake")
@_cdecl("ea_wake")
public func wake(_ now: Double) { unsafe page.replica.wake(now: UInt64(now)) }

/// Answers with the message that asks for a pong.
@_expose(wasm, "ping")
@_cdecl("ea_ping")
public func ping(_ number: Int32) -> Int32 { answer(ClientMessage.ping(Whole(number)).encoded) }

// MARK: What is shown

/// Returns 1 if a new emoji can be added at a position, else 0.
@_expose(wasm, "accepts")
@_cdecl("ea_accepts")
public func accepts(_ x: Int32, _ y: Int32) -> Int32 {
    unsafe page.accepts(x: Int(x), y: Int(y)) ? 1 : 0
}

/// Answers with the id of the emoji at a point, or the nearest within `reach`.
@_expose(wasm, "emojiAt")
@_cdecl("ea_emojiAt")
public func emojiAt(_ x: Double, _ y: Double, _ reach: Double) -> Int32 {
    unsafe answer(page.shown.scene.emoji(atX: x, y: y, reach: reach)?.description)
}

/// Answers with those ids of a list that are shown, in drawing order.
@_expose(wasm, "inOrder")
@_cdecl("ea_inOrder")
public func inOrder(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(page.inOrder(bytes(start, count).span))
}

// MARK: The past, beside what is shown

/// Goes to a moment of the past, of a snapshot's lines: 1, or 0 when they are none.
@_expose(wasm, "showPast")
@_cdecl("ea_showPast")
public func showPast(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe page.showPast(bytes(start, count).span) ? 1 : 0
}

/// Applies the next edit to the past: 1, or 0 when it cannot be.
@_expose(wasm, "stepPast")
@_cdecl("ea_stepPast")
public func stepPast(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe page.stepPast(bytes(start, count).span) ? 1 : 0
}

/// Answers with the changes that a view of the past has to draw; empty when there are none.
@_expose(wasm, "pastNews")
@_cdecl("ea_pastNews")
public func pastNews() -> Int32 { unsafe answer(page.pastNews()) }

/// Shows no past any more.
@_expose(wasm, "endPast")
@_cdecl("ea_endPast")
public func endPast() { unsafe page.endPast() }

/// Answers with what an edit's message tells of it.
@_expose(wasm, "describe")
@_cdecl("ea_describe")
public func describe(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(page.describe(bytes(start, count).span))
}

// MARK: Files and texts

/// Answers with what is shown as an SVG drawing.
@_expose(wasm, "writeSVG")
@_cdecl("ea_writeSVG")
public func writeSVG(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(page.drawing(bytes(start, count).span))
}

/// Answers with what is shown as an `.emojiart` file.
@_expose(wasm, "writeFile")
@_cdecl("ea_writeFile")
public func writeFile(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(page.file(bytes(start, count).span))
}

/// Answers with what an `.emojiart` file holds.
@_expose(wasm, "readFile")
@_cdecl("ea_readFile")
public func readFile(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(PageReplica.read(Array(bytes(start, count))))
}

/// Answers with the emojis of a text, each once, as JSON.
@_expose(wasm, "emojisIn")
@_cdecl("ea_emojisIn")
public func emojisIn(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(PageReplica.emojis(in: text(start, count)))
}

/// Answers with a text without the characters that a name or a chat may not hold.
@_expose(wasm, "plainText")
@_cdecl("ea_plainText")
public func plainText(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe answer(PageReplica.plain(text(start, count)))
}

/// Returns 1 if a text can be a member's name, else 0.
@_expose(wasm, "isName")
@_cdecl("ea_isName")
public func isName(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe MemberName.isValid(text(start, count)) ? 1 : 0
}

/// Returns 1 if a text can be a document's name, else 0.
@_expose(wasm, "isDocumentName")
@_cdecl("ea_isDocumentName")
public func isDocumentName(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe DocumentName(text(start, count)) == nil ? 0 : 1
}

/// Returns 1 if a text can be a background, else 0.
@_expose(wasm, "isBackground")
@_cdecl("ea_isBackground")
public func isBackground(_ start: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
    unsafe BackgroundURL(text(start, count)) == nil ? 0 : 1
}

/// Answers with the limits and the palettes, as JSON.
@_expose(wasm, "constants")
@_cdecl("ea_constants")
public func constants() -> Int32 { answer(PageReplica.constants) }
