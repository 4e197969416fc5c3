extension VirtualTerminal {
    /// Takes bytes, however they are cut; but for a cluster, of which each part counts for itself.
    mutating func feed(_ bytes: [UInt8]) {
        pending.append(contentsOf: bytes)
        let input = pending[...]
        var rest = input
        while let first = rest.first {
            let isTaken =
                switch first {
                case 0x1b: takeSequence(&rest)
                case 0..<0x20, 0x7f: takeControl(&rest)
                default: takeText(&rest)
                }
            guard isTaken else { break }
        }
        pending = Array(rest)
    }

    private mutating func takeControl(_ rest: inout ArraySlice<UInt8>) -> Bool {
        switch rest.removeFirst() {
        case 0x08: moveCursor(column - 1, row)
        case 0x0a: lineFeed()
        case 0x0d: moveCursor(0, row)
        case let byte: unknown.append("control \(byte)")
        }
        return true
    }

    /// Takes the text before the next control character: clusters are told apart within it.
    private mutating func takeText(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let text = rest.prefix { $0 >= 0x20 && $0 != 0x7f }
        var whole = text
        if text.endIndex == rest.endIndex {
            // What may go on in the next bytes waits for them.
            let start = text.lastIndex { $0 & 0xc0 != 0x80 } ?? text.startIndex
            let length = [12: 2, 13: 2, 14: 3, 15: 4][Int(text[start] >> 4)] ?? 1
            if text.endIndex - start < length { whole = text[..<start] }
        }
        guard !whole.isEmpty else { return false }
        show(String(decoding: whole, as: UTF8.self))
        rest = rest[whole.endIndex...]
        return true
    }

    private mutating func takeSequence(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let kind = rest.dropFirst().first else { return false }
        let body = rest.dropFirst(2)
        switch kind {
        case 0x5b:
            guard let end = body.firstIndex(where: { (0x40...0x7e).contains($0) }) else {
                return false
            }
            controlSequence(String(decoding: body[..<end], as: UTF8.self), final: body[end])
            rest = rest[(end + 1)...]
        case 0x5d, 0x50, 0x5f:
            guard let end = stringEnd(body) else { return false }
            let text = String(decoding: body[..<end.text], as: UTF8.self)
            if kind == 0x5d { command(text) } else { unknown.append("string \(text)") }
            rest = rest[end.next...]
        default:
            switch kind {
            case 0x37: saved = (column, row)
            case 0x38: moveCursor(saved.column, saved.row)
            default: unknown.append("ESC \(kind)")
            }
            rest = body
        }
        return true
    }

    /// Where a string ends: at BEL or ESC \.
    private func stringEnd(_ body: ArraySlice<UInt8>) -> (text: Int, next: Int)? {
        guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1b }) else { return nil }
        if body[end] == 0x07 { return (end, end + 1) }
        return end + 1 < body.endIndex ? (end, end + 2) : nil
    }

    // MARK: Operating system commands

    private mutating func command(_ text: String) {
        let fields = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        switch fields.first {
        case "11" where fields.last == "?":
            guard questions.contains(.background) else { return }
            answer("\u{1b}]11;\(backgroundColour)\u{1b}\\")
        case "52":
            clipboard.append(fields.last.map(String.init) ?? "")
        case "66" where fields.count == 3 && questions.contains(.scaling):
            let pairs = fields[1].split(separator: ":").map { $0.split(separator: "=") }
            func value(_ key: String) -> Int? {
                pairs.first { $0.first.map(String.init) == key }?.last.flatMap { Int($0) }
            }
            showScaled(String(fields[2]), scale: value("s") ?? 1, width: value("w") ?? 0)
        default:
            unknown.append("OSC \(text)")
        }
    }
}
