internal import Glibc
internal import Sync
internal import Terminal
internal import WebSockets

// What the terminal sends, and what it is asked.
extension EditorSession {
    /// Asks the terminal, just taken over, what it can do; draws all anew after that.
    func askTerminal() {
        guard !isOver else { return }
        questions = StartupQuestions()
        if questionRows.ask(now: loop.now) { words += StartupQuestions.bytes() }
        timetable.set(.answers, at: loop.now + EditorTimetable.answerMilliseconds)
        loop.setAlarm(at: timetable.next)
        painter.invalidate()
        timetable.needsFrame = true
    }

    /// Bytes came from the terminal; none when it has gone.
    func read(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            questionRows.wereLost()
            return finish(.interrupted)
        }
        var events: [InputEvent] = []
        parser.receive(bytes) { events.append($0) }
        take(events)
    }

    /// Takes events; what the parser still waits for is looked at again in a while.
    func take(_ events: [InputEvent]) {
        for event in events {
            if case .report(let report) = event {
                take(report)
            } else if !isOver {
                edit { $0.handle(event) }
                carryOut()
            }
        }
        // In its last moments the session has no time but those of its end.
        guard !isOver else { return endIfAnswered() }
        timetable.set(.escape, at: loop.now + EditorTimetable.escapeMilliseconds, parser.isWaiting)
        loop.setAlarm(at: timetable.next)
        timetable.needsFrame = true
    }

    private func take(_ report: Report) {
        switch questionRows.take(report) {
        case .latest: if questions?.receive(report) == true { endQuestions() }
        case .older: return
        case .none: if painter.receive(report) { timetable.needsFrame = true }
        }
    }

    /// Whether the terminal has yet to answer: a shell would take that for keys.
    var isTerminalAsked: Bool { questionRows.areAwaited(now: loop.now) || painter.isProbing }

    /// The terminal did not answer in time; what it may still say is not listened to.
    func giveUpQuestions() {
        questionRows.giveUp(now: loop.now)
        questions?.giveUp()
        endQuestions()
    }

    private func endQuestions() {
        guard let answered = questions else { return }
        questions = nil
        timetable.clear(.answers)
        var capabilities = painter.capabilities
        answered.apply(to: &capabilities)
        if capabilities.measuresClusters { words += Array("\u{1b}[?2027h".utf8) }
        painter.capabilities = capabilities
        painter.invalidate()
        timetable.needsFrame = true
    }

    func receive(signal: Int32) {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT:
            // Stopped by another than us, the terminal may have been given to someone else.
            device.enter(mouse: hasMouse)
            askTerminal()
            resize()
        default: finish(.interrupted)
        }
    }

    private func resize() {
        let size = device.size
        edit { $0.resize(size) }
        painter.invalidate()
    }

    /// Stops until `fg`; the client lives on in the server for as long as that waits for it.
    func suspend() {
        device.suspend(mouse: hasMouse)
        // The clock went on meanwhile.
        loop.refreshClock()
        questionRows.wereLost()
        askTerminal()
        resize()
    }
}
