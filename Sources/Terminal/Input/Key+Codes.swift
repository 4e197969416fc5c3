extension Key {
    /// A key of kitty's table of functional keys; nil for any other, and for those unknown here.
    ///
    /// https://sw.kovidgoyal.net/kitty/keyboard-protocol/#functional-key-definitions
    init?(functional code: Int) {
        switch code {
        case 8, 127, 57347: self = .backspace
        case 9, 57346: self = .tab
        case 10, 13, 57345, 57414: self = .enter
        case 27, 57344: self = .escape
        case 57348, 57425: self = .insert
        case 57349, 57426: self = .delete
        case 57350, 57417: self = .left
        case 57351, 57418: self = .right
        case 57352, 57419: self = .up
        case 57353, 57420: self = .down
        case 57354, 57421: self = .pageUp
        case 57355, 57422: self = .pageDown
        case 57356, 57423: self = .home
        case 57357, 57424: self = .end
        case 57364...57398: self = .function(code - 57363)
        case 57399...57408: self = .character(Unicode.Scalar(UInt8(code - 57399 + 0x30)))
        case 57409: self = .character(".")
        case 57410: self = .character("/")
        case 57411: self = .character("*")
        case 57412: self = .character("-")
        case 57413: self = .character("+")
        case 57415: self = .character("=")
        case 57416: self = .character(",")
        default: return nil
        }
    }
}

extension InputEvent {
    /// The key that a byte under 0x80, but no ESC, stands for.
    ///
    /// Tab and Ctrl+I are one byte, as are Enter, Ctrl+M and Ctrl+J, and Backspace and Ctrl+H: they
    /// are the key that people mean.
    static func typed(_ byte: UInt8, _ modifiers: Modifiers) -> InputEvent {
        switch byte {
        case 0x00: .key(.character(" "), modifiers.union(.control))
        case 0x08, 0x7f: .key(.backspace, modifiers)
        case 0x09: .key(.tab, modifiers)
        case 0x0a, 0x0d: .key(.enter, modifiers)
        case 0x01...0x1a: .key(.character(Unicode.Scalar(byte + 0x60)), modifiers.union(.control))
        case 0x1b...0x1f: .key(.character(Unicode.Scalar(byte + 0x40)), modifiers.union(.control))
        default: .key(.character(Unicode.Scalar(byte)), modifiers)
        }
    }
}

extension Modifiers {
    /// Reads the number that stands for the keys that are held down: their bits and 1.
    ///
    /// 8 is Super, 16 is Hyper: nil. 32 is Meta, here Alt. 64 and 128 are the locks, which are not
    /// held down. (To xterm 8 is Meta, but it tells so only where Meta is not Alt.)
    init?(parameter: Int?) {
        let bits = max((parameter ?? 1) - 1, 0)
        guard bits & 0b1_1000 == 0 else { return nil }
        self = Modifiers(rawValue: UInt8(bits & 0b111))
        if bits & 0b10_0000 != 0 { insert(.alt) }
    }
}
