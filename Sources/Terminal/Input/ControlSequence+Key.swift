extension ControlSequence {
    /// The keys that the sequence tells, and whether the window has the keyboard.
    ///
    /// More than one only where one key types several characters; none for what nobody knows, for
    /// keys that are let go, and for keys pressed with Super or Hyper, which are the desktop's.
    var keys: [InputEvent] {
        guard marker == nil, intermediates.isEmpty, parameter(1, part: 1) != 3 else { return [] }
        guard let modifiers = Modifiers(parameter: parameter(1)) else { return [] }
        switch final {
        case "u": return typedKeys(modifiers)
        case "~": return parameter(0) == 27 ? otherKeys(modifiers) : numberedKeys(modifiers)
        case "^": return numberedKeys(.control)
        case "@": return numberedKeys([.control, .shift])
        case "Z": return [.key(.tab, modifiers.union(.shift))]
        case "I" where parameters.isEmpty: return [.focus(true)]
        case "O" where parameters.isEmpty: return [.focus(false)]
        case "a", "b", "c", "d":
            guard parameters.isEmpty, let key = Self.rxvtArrow(final) else { return [] }
            return [.key(key, .shift)]
        default: return Self.lettered(final).map { [.key($0, modifiers)] } ?? []
        }
    }

    /// The key that rxvt tells by `CSI 3$`, pressed with Shift; nil when it is no such sequence.
    var shiftedKey: InputEvent? {
        guard marker == nil, intermediates.isEmpty, parameters.count == 1 else { return nil }
        return numberedKeys(.shift).first
    }

    /// The key that `SS3` begins; old terminals put the modifiers before the letter.
    var singleShiftKey: InputEvent? {
        guard isFlat, let modifiers = Modifiers(parameter: parameter(parameters.count - 1)) else {
            return nil
        }
        if let key = Self.lettered(final) { return .key(key, modifiers) }
        if let key = Self.rxvtArrow(final) { return .key(key, .control) }
        return Self.keypad(final).map { .key($0, modifiers) }
    }

    private func numberedKeys(_ modifiers: Modifiers) -> [InputEvent] {
        Self.numbered(parameter(0) ?? 0).map { [.key($0, modifiers)] } ?? []
    }

    /// The keys of xterm, VT220, the Linux console, rxvt and tmux that have a number.
    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    /// The keys that have a letter, after `CSI` and after `SS3`.
    private static func lettered(_ letter: Unicode.Scalar) -> Key? {
        switch letter {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        default: nil
        }
    }

    private static func rxvtArrow(_ letter: Unicode.Scalar) -> Key? {
        ("a"..."d").contains(letter) ? lettered(Unicode.Scalar(UInt8(letter.value - 32))) : nil
    }

    /// The keypad of a VT100, whose letters are its characters and 64.
    private static func keypad(_ letter: Unicode.Scalar) -> Key? {
        switch letter {
        case "M": .enter
        case "I": .tab
        case "X": .character("=")
        case "j"..."y": Unicode.Scalar(letter.value - 64).map(Key.character)
        default: nil
        }
    }
}
