internal import Terminal

struct Stroke: Hashable, ExpressibleByUnicodeScalarLiteral, Sendable {
    let key: Key
    let modifiers: Modifiers

    init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(.character(scalar)) }

    static func control(_ scalar: Unicode.Scalar) -> Stroke {
        Stroke(.character(scalar), .control)
    }

    var name: String {
        var name = ""
        if modifiers.contains(.control) { name += "Ctrl+" }
        if modifiers.contains(.alt) { name += "Alt+" }
        if modifiers.contains(.shift) { name += "Shift+" }
        return name + keyName
    }

    private var keyName: String {
        switch key {
        case .character(" "): "Space"
        case .character(let scalar):
            modifiers.contains(.control) ? String(scalar).uppercased() : String(scalar)
        case .enter: "Enter"
        case .tab: "Tab"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        }
    }
}
