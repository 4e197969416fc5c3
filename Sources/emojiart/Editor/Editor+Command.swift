internal import EmojiArt
internal import Sync
internal import Wire

// The command line.
extension Editor {
    /// Lines that are remembered.
    private static let historyMax = 200

    /// Carries out a line that was typed after the colon.
    mutating func run(_ line: String, _ replica: inout Replica, now: UInt64) {
        guard line.contains(where: { $0 != " " }) else { return }
        history.removeAll { $0 == line }
        history.append(line)
        if history.count > Self.historyMax { history.removeFirst() }
        do throws(EditorCommand.Fault) {
            run(try EditorCommand(line), &replica, now: now)
        } catch {
            warn(error.text, now: now)
        }
    }

    private mutating func run(
        _ command: EditorCommand,
        _ replica: inout Replica,
        now: UInt64
    ) {
        switch command {
        case .action(let action): perform(action, &replica, now: now)
        case .add(let text, nil, _): add(text, at: keyCell, &replica, now: now)
        case .add(_, let place?, _) where !isInside(place, replica):
            warn("not added: outside the canvas", now: now)
        case .add(let text, let place?, let size):
            let shape = Shape(
                text: text,
                x: place.x,
                y: place.y,
                size: size ?? Limits.sizeDefault
            )
            self.place([shape], dx: 0, dy: 0, &replica, now: now)
        case .move(let dx, let dy):
            changeSelection(&replica, now: now) { .move(ids: $0, dx: dx, dy: dy) }
        case .scale(let factor):
            changeSelection(&replica, now: now) { .scale(ids: $0, factor: factor) }
        case .selectNone: replica.select([], now: now)
        case .background(let background):
            if mayEdit(now: now) { replica.edit(.operation(.background(background))) }
        case .canvas(let canvas):
            if mayEdit(now: now) { replica.edit(.operation(.canvas(canvas))) }
        case .zoom(let percent):
            stopFollowing(now: now)
            viewport.setZoom(percent / 100)
        case .look(let place):
            stopFollowing(now: now)
            viewport.look(at: .init(x: Double(place.x), y: Double(place.y)))
        case .go(let name):
            if let number = member(named: name, replica, now: now) {
                go(to: number, replica, now: now)
            }
        case .follow(nil): stopFollowing(now: now)
        case .follow(let name?):
            if let number = member(named: name, replica, now: now) {
                follow(number, replica, now: now)
            }
        case .say(let text): say(aloud: text, &replica, now: now)
        case .importFile(let path):
            if mayEdit(now: now) { effects.append(.importFile(path)) }
        case .exportFile(let path, let replaces):
            effects.append(.exportFile(path, replaces: replaces))
        }
    }

    private func isInside(_ place: EditorCommand.Place, _ replica: borrowing Replica) -> Bool {
        replica.confirmed.canvas?.contains(x: place.x, y: place.y) ?? true
    }

    private mutating func changeSelection(
        _ replica: inout Replica,
        now: UInt64,
        _ operation: ([EmojiID]) -> Operation
    ) {
        guard mayEdit(now: now) else { return }
        let selection = replica.ownPresence.selection
        guard !selection.isEmpty else { return warn("nothing is selected", now: now) }
        replica.edit(.operation(operation(selection)))
    }

    private mutating func member(
        named name: String,
        _ replica: borrowing Replica,
        now: UInt64
    ) -> Int? {
        let wanted = name.lowercased()
        let others = others(replica)
        let exact = others.first { $0.member.identity.title($0.number).lowercased() == wanted }
        let begins = others.first {
            $0.member.identity.title($0.number).lowercased().hasPrefix(wanted)
        }
        if let found = exact ?? begins { return found.number }
        warn("no member is called \"\(name)\"", now: now)
        return nil
    }

    /// Completes a command's name, or a member's, as far as it is clear.
    func complete(_ line: String, _ replica: borrowing Replica) -> String {
        guard let space = line.firstIndex(of: " ") else {
            return Self.complete(line, among: EditorCommand.forms.map(\.name))
        }
        let command = line[..<space]
        guard command == "go" || command == "follow" else { return line }
        let names = others(replica).map { $0.member.identity.title($0.number) }
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
