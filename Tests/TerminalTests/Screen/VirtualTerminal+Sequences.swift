@testable import Terminal

extension VirtualTerminal {
    /// Carries out a control sequence: what stands between `CSI` and its last byte, and that.
    mutating func controlSequence(_ text: String, final: UInt8) {
        let letter = String(Unicode.Scalar(final))
        let numbers = text.filter { $0 != "?" && $0 != "$" }
            .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers[0]
        switch (text.hasPrefix("?") ? "?" : "") + letter {
        case "H": moveCursor(numbers.count > 1 ? numbers[1] - 1 : 0, first - 1)
        case "C": moveCursor(column + max(first, 1), row)
        case "J" where first == 2: erase(0..<cells.count)
        case "K" where first == 0: erase((row * columns + column)..<((row + 1) * columns))
        case "K" where first == 2: erase((row * columns)..<((row + 1) * columns))
        case "m": styles(numbers)
        case "n" where first == 6: answer("\u{1b}[\(row + 1);\(column + 1)R")
        // Every terminal answers this one.
        case "c": answers.append(contentsOf: "\u{1b}[?62;22c".utf8)
        case "?h", "?l":
            if letter == "h" { modes.insert(first) } else { modes.remove(first) }
            if first == 7 { isWrapPending = false }
        case "?p": answer("\u{1b}[?\(first);\(modes.contains(first) ? 1 : 2)$y")
        default: unknown.append("CSI \(text)\(letter)")
        }
    }

    private mutating func styles(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: pen = Style()
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.reverse)
            case 22: pen.attributes.subtract([.bold, .dim])
            case 24: pen.attributes.remove(.underline)
            case 27: pen.attributes.remove(.reverse)
            case 30...37: pen.foreground = Self.named(number - 30)
            case 39: pen.foreground = .standard
            case 40...47: pen.background = Self.named(number - 40)
            case 49: pen.background = .standard
            case 90...97: pen.foreground = Self.named(number - 82)
            case 100...107: pen.background = Self.named(number - 92)
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

    private static func named(_ number: Int) -> Paint {
        Paint(bits: Paint.named | UInt32(number))
    }

    private static func colour(_ rest: inout ArraySlice<Int>) -> Paint? {
        switch rest.popFirst() {
        case 5:
            return rest.popFirst().map { Paint(bits: Paint.palette | UInt32($0)) }
        case 2:
            guard let red = rest.popFirst(), let green = rest.popFirst(), let blue = rest.popFirst()
            else { return nil }
            return Paint(rgb: UInt32(red << 16 | green << 8 | blue))
        default:
            return nil
        }
    }
}
