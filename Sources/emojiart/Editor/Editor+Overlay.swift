internal import Sync
internal import Terminal
internal import Wire

// What is open on top of the canvas.
extension Editor {
    mutating func type(_ stroke: Stroke) {
        switch overlay {
        case _ where stroke == .control("c"): overlay = .none
        case _ where stroke == .control("l"): effects.append(.redraw)
        case _ where stroke == .control("z"): effects.append(.suspend)
        case .none: return
        case .help(var help):
            overlay = take(stroke, &help) ? .help(help) : .none
        case .menu(var menu): type(stroke, &menu)
        case .palettes(var manager): type(stroke, &manager)
        case .command(var line): type(stroke, &line)
        }
    }

    /// A text was pasted while something is open.
    mutating func insert(_ text: String) {
        switch overlay {
        case .none, .menu: return
        case .help(var help):
            guard help.isTyping else { return }
            help.filter.insert(text)
            overlay = .help(help)
        case .palettes(var manager):
            manager.insert(text)
            overlay = .palettes(manager)
        case .command(var line):
            line.insert(text)
            overlay = .command(line)
        }
    }

    mutating func scroll(_ step: Int) {
        switch overlay {
        case .none, .command: return
        case .help(var help):
            help.scroll(step)
            overlay = .help(help)
        case .menu(var menu):
            menu.move(step.signum())
            overlay = .menu(menu)
        case .palettes(var manager):
            manager.move(step.signum(), in: palettes)
            overlay = .palettes(manager)
        }
    }

    mutating func choose(_ index: Int) {
        switch overlay {
        // What was drawn may be older than what is open.
        case .menu(let menu):
            guard menu.actions.indices.contains(index) else { return }
            overlay = .none
            perform(menu.actions[index])
        case .palettes(var manager):
            let again = manager.point(at: index, in: palettes)
            overlay = .palettes(manager)
            if again { type(Stroke(.enter)) }
        case .none, .help, .command: return
        }
    }

    // MARK: Help

    /// Whether the help stays open.
    private func take(_ stroke: Stroke, _ help: inout Help) -> Bool {
        if help.isTyping {
            switch stroke.key {
            case .enter: help.isTyping = false
            case .escape:
                help.isTyping = false
                help.filter = TextField()
            default: help.filter.take(stroke)
            }
            help.top = 0
            return true
        }
        let page = max(layout.canvas.rows - 4, 1)
        switch stroke.key {
        case .escape, .character("q"), .character("?"), .function(1), .enter: return false
        case .character("/"): help.isTyping = true
        case .down, .character("j"): help.scroll(1)
        case .up, .character("k"): help.scroll(-1)
        case .pageDown, .character(" "): help.scroll(page)
        case .pageUp: help.scroll(-page)
        case .home: help.top = 0
        case .end: help.scroll(.max / 2)
        default: break
        }
        return true
    }

    // MARK: Menu

    mutating func openMenu(at cell: GridPoint) {
        let hasSelection = !replica.ownPresence.selection.isEmpty
        let editing: [EditorAction] =
            hasSelection
            ? [
                .delete, .duplicate, .larger, .smaller, .toFront, .toBack, .forward, .backward,
                .cut, .copy,
            ] : [.add]
        let always: [EditorAction] = [.paste, .undo, .redo, .selectAll, .fit, .palettes, .help]
        let actions = (editing + always).filter { !isReadOnly || !$0.needsEditing }
        overlay = .menu(Menu(cell: cell, actions: actions))
    }

    private mutating func type(_ stroke: Stroke, _ menu: inout Menu) {
        overlay = .none
        switch stroke.key {
        case .escape, .character("m"), .character("q"): return
        case .enter, .character(" "): return perform(menu.actions[menu.selected])
        case .down, .tab, .character("j"): menu.move(stroke.modifiers.contains(.shift) ? -1 : 1)
        case .up, .character("k"): menu.move(-1)
        default:
            // The key of an entry works here as it does on the canvas.
            if let action = KeyTable.action(for: stroke), menu.actions.contains(action) {
                return perform(action)
            }
        }
        overlay = .menu(menu)
    }

    // MARK: Command line

    private mutating func type(_ stroke: Stroke, _ line: inout TextField) {
        overlay = .none
        switch stroke.key {
        case .escape: return
        case .backspace where line.characters.isEmpty: return
        case .enter: return run(line.text)
        case .tab: line = TextField(complete(line.text))
        case .up: line = TextField(recall(line.text, step: -1))
        case .down: line = TextField(recall(line.text, step: 1))
        default: line.take(stroke)
        }
        overlay = .command(line)
    }

    /// The line before or after this one among those that were typed.
    private func recall(_ text: String, step: Int) -> String {
        let index = (history.lastIndex(of: text) ?? history.count) + step
        return history.indices.contains(index) ? history[index] : step < 0 ? text : ""
    }
}
