extension VirtualTerminal {
    /// Carries out a control sequence: what stands between `CSI` and its last byte, and that.
    mutating func controlSequence(_ text: String, final: UInt8) {
        let letter = String(Unicode.Scalar(final))
        let known =
            switch text.first {
            case "?": privateSequence(String(text.dropFirst()), letter)
            case ">", "<", "=": keyboardSequence(text, letter)
            default: plainSequence(Self.numbers(text), letter, text)
            }
        if !known { unknown.append("CSI \(text)\(letter)") }
    }

    /// The parameters; -1 for one that is left out.
    private static func numbers(_ text: String) -> [Int] {
        text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    }

    private mutating func plainSequence(_ numbers: [Int], _ letter: String, _ text: String) -> Bool
    {
        let first = max(numbers.first ?? 1, 1)
        switch letter {
        case "A": moveCursor(column, row - first)
        case "B": moveCursor(column, row + first)
        case "C": moveCursor(column + first, row)
        case "D": moveCursor(column - first, row)
        case "G": moveCursor(first - 1, row)
        case "d": moveCursor(column, first - 1)
        case "H", "f":
            let second = numbers.count > 1 ? max(numbers[1], 1) : 1
            moveCursor(second - 1, first - 1)
        case "J", "K": erase(max(numbers.first ?? 0, 0), isLine: letter == "K")
        case "X":
            erase(index..<min(index + first, (row + 1) * columns))
        case "m": styles(numbers.map { max($0, 0) })
        case "n" where text == "6":
            if questions.contains(.cursor) { answer("\u{1b}[\(row + 1);\(column + 1)R") }
        case "c":
            if questions.contains(.attributes) { answer("\u{1b}[?62;22c") }
        case "s": saved = (column, row)
        case "u": moveCursor(saved.column, saved.row)
        default: return false
        }
        return true
    }

    private var index: Int { row * columns + column }

    private mutating func erase(_ which: Int, isLine: Bool) {
        isWrapPending = false
        let first = isLine ? row * columns : 0
        let last = isLine ? (row + 1) * columns : columns * rows
        switch which {
        case 0: erase(index..<last)
        case 1: erase(first..<(index + 1))
        default: erase(first..<last)
        }
    }

    // MARK: Modes and questions

    private mutating func privateSequence(_ text: String, _ letter: String) -> Bool {
        let numbers = Self.numbers(text.filter { $0 != "$" })
        switch letter {
        case "h", "l":
            for mode in numbers { set(mode, letter == "h") }
        case "p":
            guard text.hasSuffix("$"), let mode = numbers.first else { return false }
            let state = knownModes.contains(mode) ? (modes.contains(mode) ? 1 : 2) : 0
            if questions.contains(.modes) { answer("\u{1b}[?\(mode);\(state)$y") }
        case "u":
            if questions.contains(.keyboard) {
                answer("\u{1b}[?\(keyboardFlags.last ?? 0)u")
            }
        default: return false
        }
        return true
    }

    private mutating func set(_ mode: Int, _ isSet: Bool) {
        if isSet { modes.insert(mode) } else { modes.remove(mode) }
        if mode == 7 { isWrapPending = false }
        if [47, 1047, 1049].contains(mode) { showAlternate(isSet) }
    }

    private mutating func keyboardSequence(_ text: String, _ letter: String) -> Bool {
        guard letter == "u" else { return false }
        let number = Int(text.dropFirst())
        switch text.first {
        case ">": keyboardFlags.append(number ?? 0)
        case "<": keyboardFlags.removeLast(min(number ?? 1, keyboardFlags.count))
        default: return false
        }
        return true
    }

    // MARK: Styles

    private mutating func styles(_ numbers: [Int]) {
        var rest = numbers.isEmpty ? [0][...] : numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: pen = Style()
            case 1: pen.isBold = true
            case 2: pen.isDim = true
            case 4: pen.isUnderlined = true
            case 7: pen.isReversed = true
            case 22: (pen.isBold, pen.isDim) = (false, false)
            case 24: pen.isUnderlined = false
            case 27: pen.isReversed = false
            case 30...37: pen.foreground = .palette(number - 30)
            case 39: pen.foreground = .standard
            case 40...47: pen.background = .palette(number - 40)
            case 49: pen.background = .standard
            case 90...97: pen.foreground = .palette(number - 82)
            case 100...107: pen.background = .palette(number - 92)
            case 38, 48:
                guard let colour = Self.colour(&rest) else {
                    unknown.append("SGR \(numbers)")
                    return
                }
                if number == 38 { pen.foreground = colour } else { pen.background = colour }
            default: unknown.append("SGR \(number)")
            }
        }
    }

    private static func colour(_ rest: inout ArraySlice<Int>) -> Colour? {
        switch rest.popFirst() {
        case 5:
            return rest.popFirst().map(Colour.palette)
        case 2:
            guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst()
            else { return nil }
            return .direct(red, green, blue)
        default:
            return nil
        }
    }
}
