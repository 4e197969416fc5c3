internal import EmojiArt
internal import Foundation
internal import Glibc
internal import Sync
internal import Terminal
internal import Transport
internal import WebSockets
internal import Wire

/// Plays a document's past in the terminal: the canvas, and a line that says which edit it is.
final class PlaySession {
    static let signals = [SIGTERM, SIGINT, SIGHUP, SIGWINCH]

    private let device: TerminalDevice
    private let loop: EventLoop
    private let past: PastFetch
    private var playback: Playback
    private var painter: Painter
    private var frame: Grid
    private var viewport: Viewport
    private var canvasView = CanvasView()
    private let shown: [Document]
    private var written: Mailbox<Bool>?
    private var isWriting = false
    private var needsFrame = true
    private var isPaused = false
    private var dueAt: UInt64 = 0
    private var result: ExitStatus?

    init(
        _ playback: Playback,
        of past: PastFetch,
        showing documents: [Document],
        on device: TerminalDevice,
        _ capabilities: Capabilities
    ) throws(ExitStatus) {
        self.playback = playback
        self.past = past
        self.device = device
        shown = documents
        painter = Painter(capabilities)
        do { loop = try EventLoop() } catch { throw .noConnection("\(error)") }
        frame = Grid(device.size)
        viewport = Viewport(area: CellBox(column: 0, row: 0, columns: 1, rows: 1))
        fit()
    }

    /// Plays until the person ends it.
    ///
    /// - Throws: `ExitStatus` when it did not end by being asked to.
    func run(_ signals: Signals) throws(ExitStatus) {
        let input = loop.makeMailbox(of: [UInt8].self) { [unowned self] in read($0) }
        let received = loop.makeMailbox(of: Int32.self) { [unowned self] in receive(signal: $0) }
        written = loop.makeMailbox(of: Bool.self) { [unowned self] _ in isWriting = false }
        loop.onAlarm = { [unowned self] now in alarm(now) }
        loop.onTurnEnd = { [unowned self] in draw() }
        signals.deliver { received.post($0) }
        device.enter(mouse: false)
        device.startReading { input.post($0) }
        dueAt = loop.now
        loop.setAlarm(at: loop.now)
        loop.run()
        device.leave()
        if let result { throw result }
    }

    private func finish(_ status: ExitStatus? = nil) {
        result = status
        loop.stop()
    }

    private func read(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return finish(.interrupted) }
        switch bytes[0] {
        case UInt8(ascii: "q"), 0x03, 0x04: finish()
        case UInt8(ascii: " "):
            isPaused.toggle()
            dueAt = loop.now
            needsFrame = true
            loop.setAlarm(at: loop.now)
        default: return
        }
    }

    private func receive(signal: Int32) {
        guard signal == SIGWINCH else { return finish(.interrupted) }
        frame = Grid(device.size)
        painter.invalidate()
        fit()
        needsFrame = true
    }

    private func alarm(_ now: UInt64) {
        do throws(ExitStatus) {
            // What is due within a frame is played at once: no terminal shows more.
            while !isPaused, !playback.isOver, dueAt <= now {
                try playback.fill(from: past)
                try playback.step()
                needsFrame = true
                try playback.fill(from: past)
                dueAt += UInt64(playback.delay)
                if dueAt + 1_000 < now { dueAt = now }
            }
        } catch {
            return finish(error)
        }
        if !isPaused, !playback.isOver { loop.setAlarm(at: max(dueAt, now + 16)) }
    }

    /// Shows all that is there at the begin and at the end.
    private func fit() {
        let size = frame.size
        viewport.area = CellBox(column: 0, row: 0, columns: size.columns, rows: size.rows - 1)
        viewport.fit(shown.flatMap(\.emojis.values))
    }

    private func draw() {
        guard needsFrame, !isWriting, let written else { return }
        needsFrame = false
        frame.clear()
        canvasView.show(playback.moment.document, members: [], viewport: viewport)
        for item in canvasView.items {
            frame.emoji(
                item.emoji.text.string,
                column: item.box.column + (item.box.columns - 2) / 2,
                row: item.box.row + (item.box.rows - 1) / 2
            )
        }
        let row = frame.size.rows - 1
        let style = Theme(painter.capabilities).bar
        frame.fill(CellBox(column: 0, row: row, columns: frame.size.columns, rows: 1), style: style)
        frame.write(status, column: 1, row: row, style: style)
        let bytes = painter.paint(frame)
        guard !bytes.isEmpty else { return }
        isWriting = true
        device.write(bytes) { written.post($0) }
    }

    private var status: String {
        let state = playback.isOver ? "finished" : isPaused ? "paused" : "playing"
        let edit =
            playback.last.map { "  \(Moment.time($0.time).text)  \(EditText.what($0))" } ?? ""
        return "\(state)  \(playback.moment.revision)/\(playback.end)  Space pause  q quit\(edit)"
    }
}
