internal import EmojiArt
internal import Glibc
internal import Sync
internal import Terminal
internal import Transport
internal import WebSockets
internal import Wire

/// One run of the editor: the terminal, the loop, the client and the palettes around an `Editor`.
///
/// Everything happens on the loop's thread, and nothing there waits: the terminal is read and
/// written on threads of their own, and so are the files that are imported and exported. At most
/// one frame is being written; what changes meanwhile is drawn when the terminal has taken it, so
/// that a slow terminal costs frames and never keys.
final class EditorSession {
    /// The signals that come as mail; what Ctrl+C and its like type comes as bytes.
    static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

    let device: TerminalDevice
    let hasMouse: Bool
    let loop: EventLoop
    let client: SyncClient
    let token: TokenSource
    let paletteFile = PaletteFile()
    var editor: Editor
    var painter: Painter
    var timetable = EditorTimetable()
    private let lease: KeyStore.Lease?
    /// How many more editors were killed here: the next ones go on for them.
    private let leftBehind: Int
    var parser = InputParser()
    /// The questions that the terminal has not answered yet.
    var questions: StartupQuestions?
    /// Which row of questions what the terminal answers is for.
    var questionRows = QuestionRows()

    var fileWork: Mailbox<FileWork.Result>?
    var fileWorkCount = 0
    private var written: Mailbox<Bool>?
    /// Whether bytes are on their way to the terminal.
    private var isWriting = false
    /// What goes out before the next frame: questions, texts for the clipboard.
    var words: [UInt8] = []
    private var result: ExitStatus?
    private(set) var isOver = false

    init(
        _ command: Open,
        on device: TerminalDevice,
        _ capabilities: Capabilities
    ) throws(ExitStatus) {
        self.device = device
        hasMouse = !command.hasNoMouse
        do { loop = try EventLoop() } catch {
            throw .noConnection("\(error)")
        }
        loop.authorities = command.access.caFile
        token = command.access.token
        let store = KeyStore(directory: command.state)
        lease = command.readOnly ? nil : try store.lease(for: command.url, purpose: .editor)
        leftBehind = lease == nil ? 0 : store.leftBehind(on: command.url)
        client = SyncClient(
            command.url,
            on: loop,
            key: lease?.key,
            name: command.name,
            token: command.access.token,
            transcript: lease.map { TranscriptFile(path: $0.transcriptPath) }
        )
        // With a document to show, the server may be away; without, its address may be wrong.
        client.goesOnOffline = client.replica.position != nil
        editor = Editor(
            of: client,
            title: command.url.name.string,
            size: device.size,
            palettes: paletteFile.read(),
            isReadOnly: command.readOnly
        )
        painter = Painter(capabilities)
    }

    /// Runs until the person quits, or the server sends this client away for good.
    ///
    /// - Parameter signals: those of `EditorSession.signals`, blocked before any thread was made.
    /// - Throws: `ExitStatus` when it did not end by being asked to.
    func run(_ signals: Signals) throws(ExitStatus) {
        client.delegate = self
        client.transcript?.onProblem = { [unowned self] text in warn(text) }
        let input = loop.makeMailbox(of: [UInt8].self) { [unowned self] in read($0) }
        let received = loop.makeMailbox(of: Int32.self) { [unowned self] in receive(signal: $0) }
        written = loop.makeMailbox(of: Bool.self) { [unowned self] isWhole in
            isWriting = false
            questionRows.isWritten(asWhole: isWhole)
        }
        fileWork = loop.makeMailbox(of: FileWork.Result.self) { [unowned self] in finish($0) }
        loop.onAlarm = { [unowned self] now in alarm(now) }
        loop.onTurnEnd = { [unowned self] in drawIfDue() }
        signals.deliver { received.post($0) }
        device.enter(mouse: hasMouse)
        askTerminal()
        device.startReading { input.post($0) }
        if let problem = client.transcript?.problem ?? paletteFile.takeNotice() {
            warn(problem)
        } else if leftBehind > 0 {
            warn("unsent edits of a killed editor: open the document again to send")
        }
        plan(.tick, at: loop.now)
        client.start()
        loop.run()
        device.leave()
        tellWhatIsKept()
        if let result { throw result }
    }

    /// Ends the run; the first to say so decides how.
    func finish(_ status: ExitStatus? = nil) {
        guard !isOver else { return }
        isOver = true
        result = status
        edit { $0.endHeld() }
        timetable = EditorTimetable()
        guard !isSettled else { return close() }
        // What was done a moment ago is answered in the next one, which saves telling of it.
        plan(.close, at: loop.now + EditorTimetable.answerMilliseconds)
    }

    /// Whether nothing is under way that could be done in a moment.
    private var isSettled: Bool {
        fileWorkCount == 0 && (!client.replica.isLive || client.replica.pendingCount == 0)
    }

    /// After the end: closes as soon as there is nothing more to wait for.
    func closeIfSettled() {
        if isSettled, timetable.take(.close, .max) { close() }
    }

    /// Closes the connection, when no more answers are waited for.
    private func close() {
        timetable.clear(.close)
        client.end()
        plan(.end, at: loop.now + EditorTimetable.answerMilliseconds)
        endIfAnswered()
    }

    /// After the close: ends as soon as the terminal has answered what it was asked.
    func endIfAnswered() {
        guard timetable.has(.end), !isTerminalAsked else { return }
        // The last edit and the close frame go out with this turn.
        plan(.end, at: loop.now + 20)
    }

    private func tellWhatIsKept() {
        let pending = client.replica.pendingCount
        guard pending > 0 else { return }
        let edits = pending == 1 ? "1 edit is" : "\(pending) edits are"
        let isKept = client.transcript?.isFailing == false
        Output.explain(
            isKept
                ? "\(edits) not saved yet; kept here, and sent when you open the document again"
                : "\(edits) lost: not saved by the server and not kept on this machine"
        )
    }

    // MARK: Time

    /// Wants to be woken at a time, not later.
    func plan(_ entry: EditorTimetable.Entry, at time: UInt64) {
        timetable.set(entry, at: time)
        loop.setAlarm(at: timetable.next)
    }

    private func alarm(_ now: UInt64) {
        if timetable.take(.end, now) { return loop.stop() }
        if timetable.take(.close, now) { return close() }
        guard !isOver else { return loop.setAlarm(at: timetable.next) }
        if timetable.take(.escape, now) { take(parser.timeout()) }
        if timetable.take(.answers, now) { giveUpQuestions() }
        if timetable.take(.probes, now) {
            painter.giveUpProbing()
            timetable.needsFrame = true
        }
        if timetable.take(.tick, now) { tick(now) }
        // What these are for follows anyway. Left in the table, their past would never let it wait.
        _ = timetable.take(.frame, now)
        if timetable.take(.editor, now) { timetable.needsFrame = true }
        client.wake(now: now)
        edit { $0.wake() }
        carryOut()
        loop.setAlarm(at: timetable.next)
    }

    private func tick(_ now: UInt64) {
        timetable.set(.tick, at: now + EditorTimetable.tickMilliseconds)
        timetable.needsFrame = true
        client.ping()
        editor.latencyMilliseconds = client.latencyMilliseconds
        let silence = now - min(client.silentSince, now)
        editor.silentSeconds = client.replica.isLive ? Int(silence / 1_000) : 0
        editor.areEditsKept = client.transcript?.isFailing == false
        if let palettes = paletteFile.readIfChanged() { editor.take(palettes) }
        if let notice = paletteFile.takeNotice() { warn(notice) }
    }

    func warn(_ text: String) { edit { $0.warn(text) } }

    /// Has the editor do something now, and the client what follows from it.
    func edit(_ body: (inout Editor) -> Void) {
        editor.now = loop.now
        body(&editor)
        timetable.needsFrame = true
        client.carryOut()
    }

    // MARK: Drawing

    /// At the end of a turn: the next frame, if there is something new and the terminal took the
    /// last one.
    private func drawIfDue() {
        guard !isOver else { return }
        plan(.editor, at: editor.wakeAt ?? .max)
        guard !isWriting else { return }
        guard questions == nil else { return write([]) }
        guard timetable.needsFrame else { return write([]) }
        guard loop.now >= timetable.frameDue else {
            return plan(.frame, at: timetable.frameDue)
        }
        timetable.needsFrame = false
        timetable.frameDue = loop.now + EditorTimetable.frameMilliseconds
        editor.now = loop.now
        editor.draw(for: painter.capabilities)
        let bytes = painter.paint(editor.frame)
        if painter.isProbing {
            plan(.probes, at: loop.now + EditorTimetable.answerMilliseconds)
        } else {
            timetable.clear(.probes)
        }
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        let all = words + bytes
        words = []
        guard !all.isEmpty, let written else { return }
        isWriting = true
        questionRows.goesOut()
        device.write(all) { written.post($0) }
    }
}

extension EditorSession: SyncClientDelegate {
    func client(_ client: SyncClient, tells effect: ReplicaEffect) {
        guard !isOver else { return closeIfSettled() }
        if effect == .joined { client.goesOnOffline = true }
        edit { $0.hear(effect) }
    }

    func client(_ client: SyncClient, lost reason: String, retryIn milliseconds: UInt64) {
        guard !isOver else { return close() }
        edit { $0.lose(reason, retryAt: $0.now + milliseconds) }
    }

    func client(_ client: SyncClient, failed status: ExitStatus) {
        finish(status)
        if timetable.take(.close, .max) { close() }
    }
}
