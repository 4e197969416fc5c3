extension ControlSequence {
    /// The keys of `CSI code:shifted:base ; modifiers:event ; text u`, of kitty's keyboard.
    ///
    /// A character is what is typed, as in the old encoding: Shift is in it and told no more. That
    /// is the text if told; or else the shifted key if told; or else the upper case of a letter.
    /// For Shift with a digit only the keyboard's layout would tell, so Shift stays. With Control
    /// on a keyboard that is not Latin, the key is the one that has this place on a Latin one.
    ///
    /// So a key is the same event in both encodings, but where the old one has one byte for two
    /// keys: there it tells Tab, Enter, Backspace, Escape, and a letter without Shift, while this
    /// tells Ctrl+I, Ctrl+M, Ctrl+H, Ctrl+[, and Ctrl+Shift+letter as the upper case.
    func typedKeys(_ modifiers: Modifiers) -> [InputEvent] {
        let code = parameter(0) ?? 0
        let others = modifiers.subtracting(.shift)
        if let key = Key(functional: code) {
            if case .character = key { return [.key(key, others)] }
            return [.key(key, modifiers)]
        }
        let text = parameters.count > 2 ? parameters[2].compactMap(Self.printable) : []
        if !text.isEmpty { return text.map { .key(.character($0), others) } }
        guard let scalar = Self.printable(code) else { return [] }
        if modifiers.contains(.control), code > 0x7f,
            let base = parameter(0, part: 2), base < 0x7f, let latin = Self.printable(base)
        {
            return [Self.shifted(latin, modifiers)]
        }
        if modifiers.contains(.shift), let typed = Self.printable(parameter(0, part: 1)) {
            return [.key(.character(typed), others)]
        }
        return [Self.shifted(scalar, modifiers)]
    }

    /// The key of `CSI 27 ; modifiers ; code ~`, of xterm's and tmux's extended keys; the code has
    /// Shift in it.
    func otherKeys(_ modifiers: Modifiers) -> [InputEvent] {
        guard parameters.count == 3, let code = parameter(2) else { return [] }
        if let key = Key(functional: code) { return [.key(key, modifiers)] }
        guard let scalar = Self.printable(code) else { return [] }
        return [.key(.character(scalar), modifiers.subtracting(.shift))]
    }

    private static func shifted(_ scalar: Unicode.Scalar, _ modifiers: Modifiers) -> InputEvent {
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        guard modifiers.contains(.shift), let first = upper.first, upper.count == 1 else {
            return .key(.character(scalar), modifiers)
        }
        let others = modifiers.subtracting(.shift)
        if scalar == " " || first != scalar || scalar.properties.isUppercase {
            return .key(.character(first), others)
        }
        return .key(.character(scalar), modifiers)
    }

    /// The character of a number; nil for what no key types.
    private static func printable(_ code: Int?) -> Unicode.Scalar? {
        guard let code, code >= 0x20, !(0x7f...0x9f).contains(code) else { return nil }
        // Kitty's own keys, which type nothing.
        guard !(0xe000...0xf8ff).contains(code) else { return nil }
        return UInt32(exactly: code).flatMap(Unicode.Scalar.init)
    }
}
