internal import EmojiArt
internal import Sync
internal import Wire

// The command line.
extension Editor {
    private static let historyMax = 200

    mutating func run(_ line: String) {
        guard line.contains(where: { $0 != " " }) else { return }
        history.removeAll { $0 == line }
        history.append(line)
        if history.count > Self.historyMax { history.removeFirst() }
        do throws(EditorCommand.Fault) {
            run(try EditorCommand(line))
        } catch {
            warn(error.text)
        }
    }

    private mutating func run(_ command: EditorCommand) {
        switch command {
        case .action(let action): perform(action)
        case .add(let text, nil, _): add(text, at: keyCell)
        case .add(_, let place?, _)
        where replica.confirmed.canvas?.contains(x: place.x, y: place.y) == false:
            warn("not added: outside the canvas")
        case .add(let text, let place?, let size):
            let size = size ?? Limits.sizeDefault
            self.place([Shape(text: text, x: place.x, y: place.y, size: size)], dx: 0, dy: 0)
        case .change(let operation):
            guard mayEdit() else { return }
            let selection = replica.ownPresence.selection
            guard !selection.isEmpty else { return warn("nothing is selected") }
            replica.edit(.operation(operation(selection)))
        case .edit(let operation):
            if mayEdit() { replica.edit(.operation(operation)) }
        case .selectNone: replica.select([], now: now)
        case .decide(let adding):
            if replica.undecidedEdits.isEmpty { return warn("no edit is unknown") }
            if adding, !mayEdit() { return }
            replica.decide(adding: adding)
        case .zoom(let percent): setZoom(percent / 100)
        case .look(let place):
            stopFollowing()
            viewport.look(atX: place.x, y: place.y)
        case .go(let name):
            if let number = member(named: name) { go(to: number) }
        case .follow(nil): stopFollowing()
        case .follow(let name?):
            if let number = member(named: name) { follow(number) }
        case .say(let text): say(aloud: text)
        case .importFile(let path):
            if mayEdit() { effects.append(.importFile(path)) }
        case .exportFile(let path, let replaces):
            effects.append(.exportFile(path, replaces: replaces))
        }
    }

    private mutating func member(named name: String) -> Int? {
        let wanted = name.lowercased()
        let titles = others.map { ($0.number, $0.member.identity.title($0.number).lowercased()) }
        let exact = titles.first { $0.1 == wanted }
        if let found = exact ?? titles.first(where: { $0.1.hasPrefix(wanted) }) { return found.0 }
        warn("no member is called \"\(name)\"")
        return nil
    }

    /// Completes a command's name, or a member's, as far as it is clear.
    func complete(_ line: String) -> String {
        guard let space = line.firstIndex(of: " ") else {
            return Self.complete(line, among: EditorCommand.forms.map(\.name))
        }
        let command = line[..<space]
        guard command == "go" || command == "follow" else { return line }
        let names = others.map { $0.member.identity.title($0.number) }
        let typed = String(line[line.index(after: space)...])
        return "\(command) \(Self.complete(typed, among: names))"
    }

    private static func complete(_ typed: String, among names: [String]) -> String {
        let matching = names.filter { $0.hasPrefix(typed) }
        guard let first = matching.first else { return typed }
        if matching.count == 1 { return first + " " }
        var common = first
        while !matching.allSatisfy({ $0.hasPrefix(common) }) { common.removeLast() }
        return common
    }
}
