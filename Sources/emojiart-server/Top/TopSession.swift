internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import Terminal
internal import WebSockets

/// One run of `top`: the terminal, the clock, and the server that is asked.
///
/// Everything happens on the loop's thread; the terminal and the server are waited for elsewhere.
final class TopSession {
    /// The signals that come as mail; what Ctrl+C and its like type comes as bytes.
    static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

    /// Milliseconds after which an Escape alone is the key.
    private static let escapeMilliseconds: UInt64 = 50

    private let device: TerminalDevice
    private let client: OperatorClient
    private let interval: UInt64
    private let loop: EventLoop
    private var view = TopView()
    private var painter: Painter
    private var frame: Terminal.Frame
    private var parser = InputParser()
    private var sample: TopSample
    private var samples: Mailbox<Result<TopSample, any Error>>?
    private var isAsking = false
    private var askAt: UInt64 = 0
    private var written: Mailbox<Void>?
    private var isWriting = false
    private var needsFrame = true

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - client: the server.
    ///   - first: what it told already.
    ///   - device: the terminal.
    ///   - colours: what the terminal has.
    ///   - interval: milliseconds between two samples.
    /// - Throws: When no event loop is to be had.
    init(
        _ client: OperatorClient,
        _ first: TopSample,
        on device: TerminalDevice,
        _ colours: ColourLevel,
        interval: Int
    ) throws(WebSocketError) {
        self.client = client
        self.device = device
        self.interval = UInt64(interval)
        sample = first
        loop = try EventLoop(backend: .poll)
        // All that is shown is ASCII, so the terminal has to be asked nothing.
        painter = Painter(Capabilities(colours: colours, isASCII: true))
        frame = Terminal.Frame(device.size)
        view.figures = TopFigures(first, since: first)
    }

    /// Runs until the person quits or a signal ends it.
    func run(_ signals: Signals) {
        let input = loop.makeMailbox(of: [UInt8].self) { [unowned self] in read($0) }
        let received = loop.makeMailbox(of: Int32.self) { [unowned self] in receive(signal: $0) }
        written = loop.makeMailbox(of: Void.self) { [unowned self] _ in isWriting = false }
        samples = loop.makeMailbox { [unowned self] in take($0) }
        loop.onAlarm = { [unowned self] now in alarm(now) }
        loop.onTurnEnd = { [unowned self] in drawIfDue() }
        signals.deliver(to: received)
        device.enter(mouse: false)
        device.startReading { input.post($0) }
        askAt = loop.now + interval
        loop.setAlarm(at: askAt)
        loop.run()
        device.leave()
    }

    private func alarm(_ now: UInt64) {
        if parser.isWaiting {
            var events: [InputEvent] = []
            parser.timeout { events.append($0) }
            take(events)
        }
        if now >= askAt, !isAsking, let samples {
            isAsking = true
            askAt = now + interval
            let client = client
            Offload.run { samples.post(Result { try TopSample(client) }) }
        }
        loop.setAlarm(at: max(askAt, now + 100))
    }

    private func take(_ result: Result<TopSample, any Error>) {
        isAsking = false
        switch result {
        case .success(let new):
            view.figures = TopFigures(new, since: sample)
            view.problem = nil
            sample = new
        case .failure:
            view.problem = "NO ANSWER: the server has ended, or is busy"
        }
        needsFrame = true
    }

    private func read(_ bytes: [UInt8]) {
        // The terminal has gone.
        guard !bytes.isEmpty else { return loop.stop() }
        var events: [InputEvent] = []
        parser.receive(bytes) { events.append($0) }
        take(events)
        if parser.isWaiting { loop.setAlarm(at: loop.now + Self.escapeMilliseconds) }
    }

    private func take(_ events: [InputEvent]) {
        for case .key(let key, let modifiers) in events {
            switch view.press(key, modifiers, rows: frame.size.rows) {
            case .quit: loop.stop()
            case .suspend: suspend()
            case .redraw: needsFrame = true
            case nil: break
            }
        }
    }

    private func receive(signal: Int32) {
        switch signal {
        case SIGWINCH: redraw()
        case SIGTSTP: suspend()
        case SIGCONT:
            device.enter(mouse: false)
            redraw()
        default: loop.stop()
        }
    }

    private func suspend() {
        device.suspend(mouse: false)
        loop.refreshClock()
        redraw()
    }

    private func redraw() {
        frame = Terminal.Frame(device.size)
        painter.invalidate()
        isWriting = false
        needsFrame = true
    }

    private func drawIfDue() {
        guard needsFrame, !isWriting, let written else { return }
        needsFrame = false
        view.draw(&frame)
        let bytes = painter.paint(frame)
        guard !bytes.isEmpty else { return }
        isWriting = true
        device.write(bytes) { _ in written.post(()) }
    }
}
