extension VirtualTerminal {
    /// Takes bytes, in which all sequences and clusters are whole.
    mutating func feed(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.first {
            switch first {
            case 0x1b: takeSequence(&rest)
            case 0..<0x20, 0x7f: unknown.append("control \(rest.removeFirst())")
            default:
                // The text up to the next control character is split into clusters.
                let text = rest.prefix { $0 >= 0x20 && $0 != 0x7f }
                show(String(decoding: text, as: UTF8.self))
                rest = rest[text.endIndex...]
            }
        }
    }

    private mutating func takeSequence(_ rest: inout ArraySlice<UInt8>) {
        let kind = rest.dropFirst().first
        rest = rest.dropFirst(2)
        let isCommand = kind == UInt8(ascii: "]")
        // A command ends with ESC \, a control sequence with a letter.
        let end = rest.firstIndex { isCommand ? $0 == 0x1b : (0x40...0x7e).contains($0) }
        guard let end, isCommand || kind == UInt8(ascii: "[") else {
            unknown.append("ESC \(kind ?? 0)")
            return
        }
        let text = String(decoding: rest[..<end], as: UTF8.self)
        if isCommand { command(text) } else { controlSequence(text, final: rest[end]) }
        rest = rest[end...].dropFirst(isCommand ? 2 : 1)
    }

    private mutating func command(_ text: String) {
        let fields = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        switch fields.first {
        case "11" where fields.last == "?":
            answer("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
        case "66" where fields.count == 3 && knowsAll:
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
