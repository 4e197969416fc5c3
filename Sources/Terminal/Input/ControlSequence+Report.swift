extension ControlSequence {
    /// The answer that the sequence is; nil when it is something else.
    ///
    /// `CSI 1;2R` is where the cursor is, and never Shift+F3, as xterm sends it.
    var report: Report? {
        guard isFlat else { return nil }
        switch (marker, final) {
        case (nil, "R"): return cursorReport
        case ("?", "y"):
            guard intermediates == [UInt8(ascii: "$")], parameters.count == 2,
                let mode = parameter(0), let state = parameter(1)
            else { return nil }
            return .mode(mode, state: state)
        case ("?", "c"): return intermediates.isEmpty ? .attributes : nil
        default: return nil
        }
    }

    private var cursorReport: Report? {
        guard intermediates.isEmpty, parameters.count == 2,
            let row = parameter(0), let column = parameter(1)
        else { return nil }
        return .cursor(column: max(column - 1, 0), row: max(row - 1, 0))
    }
}

extension Report {
    /// Reads `11;rgb:rrrr/gggg/bbbb`, 1 to 4 digits each, or the same with `rgba:` and one more;
    /// nil for any other command.
    init?(operatingSystemCommand text: [UInt8]) {
        let prefixes = ["11;rgb:", "11;rgba:"]
        guard let prefix = prefixes.first(where: { text.starts(with: $0.utf8) }) else { return nil }
        let rest = text[prefix.utf8.count...]
        let parts = rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == (prefix.hasSuffix("a:") ? 4 : 3) else { return nil }
        var rgb: UInt32 = 0
        for (index, part) in parts.enumerated() {
            guard let value = Self.eightBits(part) else { return nil }
            if index < 3 { rgb = rgb << 8 | value }
        }
        self = .background(rgb: rgb)
    }

    /// A share of 1 to 4 hexadecimal digits, brought to 8 bits.
    private static func eightBits(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard (1...4).contains(digits.count) else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let bits = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(bits)
        }
        let whole = UInt32(1) << (4 * digits.count) - 1
        return (value * 255 + whole / 2) / whole
    }
}
