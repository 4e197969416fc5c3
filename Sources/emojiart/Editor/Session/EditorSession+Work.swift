internal import EmojiArt
internal import Foundation
internal import Glibc
internal import Images
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
        plan(.answers, at: loop.now + EditorTimetable.answerMilliseconds)
        painter.invalidate()
        timetable.needsFrame = true
    }

    /// Bytes came from the terminal; none when it has gone.
    func read(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            questionRows.wereLost()
            return finish(.interrupted)
        }
        take(parser.receive(bytes))
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
        let escapeAt = loop.now + EditorTimetable.escapeMilliseconds
        plan(.escape, at: parser.isWaiting ? escapeAt : .max)
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

// What the editor asks for.
extension EditorSession {
    func carryOut() {
        while !editor.effects.isEmpty {
            let effects = editor.effects
            editor.effects = []
            for effect in effects { carryOut(effect) }
        }
    }

    private func carryOut(_ effect: EditorEffect) {
        switch effect {
        case .quit: finish(nil)
        case .suspend: suspend()
        case .redraw: painter.invalidate()
        case .reconnect: client.retryNow()
        case .copyToSystem(let sequence): words += sequence
        case .changePalettes(let change):
            do {
                editor.take(try paletteFile.update(change))
            } catch {
                edit { $0.refusePalettes("\(error)") }
            }
            if let notice = paletteFile.takeNotice() { warn(notice) }
        case .importFile(let path):
            let token = (try? token.read()) ?? nil
            let fetch = HTTPFetch(timeout: 30, token: token, authorities: loop.authorities)
            start { [url = client.url] in FileWork.read(path, fetch: fetch, for: url) }
        case .exportFile(let path, let replaces): export(to: path, replaces: replaces)
        }
    }

    private func export(to path: String, replaces: Bool) {
        let document = client.replica.view
        let isSVG = path.lowercased().hasSuffix(".svg")
        let bytes =
            isSVG
            ? SVGFile.write(document, picture: DrawnPicture(of: document))
            : EmojiArtFile.write(document)
        start { FileWork.write(bytes, to: path, replaces: replaces) }
    }

    private func start(_ work: @escaping @Sendable () -> FileWork.Result) {
        guard let fileWork else { return }
        fileWorkCount += 1
        Thread.detachNewThread { fileWork.post(work()) }
    }

    func finish(_ result: FileWork.Result) {
        fileWorkCount -= 1
        // An edit that is made after the end would be neither sent nor kept.
        guard !isOver else { return closeIfSettled() }
        edit { editor in
            switch result {
            case .failed(let text): editor.warn(text)
            case .wrote(let path): editor.say("wrote \(path)")
            case .read(let document, let image): editor.add(document, image: image)
            }
        }
    }
}
