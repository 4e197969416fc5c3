/// What a byte means in each state.
extension InputParser {
    mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeTyped(byte, [])
        case .escape: takeAfterEscape(byte)
        case .controlSequence: takeControlSequence(byte)
        case .consoleFunction: takeConsoleFunction(byte)
        case .singleShift: takeSingleShift(byte)
        case .legacyMouse: takeLegacyMouse(byte)
        case .string(let introducer): takeString(byte, introducer)
        case .stringEscape(let introducer): takeStringEscape(byte, introducer)
        case .scalar(let modifiers): takeScalar(byte, modifiers)
        // `receive` gives these bytes to the paste, many at once.
        case .paste: break
        }
    }

    private mutating func takeTyped(_ byte: UInt8, _ modifiers: Modifiers) {
        switch byte {
        case 0x1b: begin(.escape)
        case 0..<0x80: end(.typed(byte, modifiers))
        case 0xc2...0xf4:
            begin(.scalar(modifiers))
            keep(byte)
        default: end(.key(.character(Self.replacement), modifiers))
        }
    }

    /// Takes a further byte of a character.
    ///
    /// Each is checked when it comes, so what is no UTF-8 ends at once and takes no byte along that
    /// means something of its own.
    private mutating func takeScalar(_ byte: UInt8, _ modifiers: Modifiers) {
        keep(byte)
        var parser = UTF8.ForwardParser()
        var bytes = buffer.makeIterator()
        switch parser.parseScalar(from: &bytes) {
        // All of it begins a character.
        case .error(let length) where length == buffer.count: break
        case .valid(let encoded):
            let scalar = UTF8.decode(encoded)
            begin(.ground)
            // U+0080 to U+009F are controls that no key types.
            if scalar.value > 0x9f { events.append(.key(.character(scalar), modifiers)) }
        case .error, .emptyInput:
            end(.key(.character(Self.replacement), modifiers))
            take(byte)
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch Unicode.Scalar(byte) {
        case "\u{1b}": events.append(.key(.escape))
        case "[": begin(.controlSequence)
        case "O": begin(.singleShift)
        case "]", "P", "_", "^", "X": begin(.string(introducer: byte))
        default: takeTyped(byte, .alt)
        }
    }

    private mutating func takeControlSequence(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "M"):
            guard buffer.isEmpty else { return endControlSequence(byte) }
            begin(byte == UInt8(ascii: "M") ? .legacyMouse : .consoleFunction)
        case UInt8(ascii: "$"):
            // rxvt ends the keys that are pressed with Shift by what begins the end elsewhere.
            let sequence = ControlSequence(buffer, final: byte)
            guard let key = sequence?.shiftedKey else { return keep(byte) }
            end(key)
        case 0x20..<0x40: keep(byte)
        case 0x40..<0x7f: endControlSequence(byte)
        default: dropSequence(before: byte)
        }
    }

    private mutating func endControlSequence(_ byte: UInt8) {
        let sequence = ControlSequence(buffer, final: byte)
        begin(.ground)
        guard let sequence else { return }
        if sequence.beginsPaste {
            begin(.paste)
        } else if let report = sequence.report {
            events.append(.report(report))
        } else if let code = sequence.mouseCode {
            if let mouse = mouse.decode(code) { events.append(.mouse(mouse)) }
        } else {
            events += sequence.keys
        }
    }

    /// Ends a sequence by a byte that cannot be in it, which then counts for itself.
    private mutating func dropSequence(before byte: UInt8) {
        begin(.ground)
        take(byte)
    }

    private mutating func takeConsoleFunction(_ byte: UInt8) {
        guard (0x20..<0x7f).contains(byte) else { return dropSequence(before: byte) }
        begin(.ground)
        let number = Int(byte) - 0x40
        if (1...5).contains(number) { events.append(.key(.function(number))) }
    }

    private mutating func takeSingleShift(_ byte: UInt8) {
        switch byte {
        case 0x30..<0x3c: keep(byte)
        case 0x40..<0x7f:
            let sequence = ControlSequence(buffer, final: byte)
            begin(.ground)
            if let key = sequence?.singleShiftKey { events.append(key) }
        default: dropSequence(before: byte)
        }
    }

    private mutating func takeLegacyMouse(_ byte: UInt8) {
        // A coordinate that the encoding cannot tell is 0.
        guard byte >= 0x20 || byte == 0 && !buffer.isEmpty else {
            return dropSequence(before: byte)
        }
        keep(byte)
        guard buffer.count == 3 else { return }
        let code = MouseDecoder.Code(legacy: buffer)
        begin(.ground)
        if let mouse = mouse.decode(code) { events.append(.mouse(mouse)) }
    }

    private mutating func takeString(_ byte: UInt8, _ introducer: UInt8) {
        switch byte {
        case 0x07: endString(introducer)
        case 0x1b: state = .stringEscape(introducer: introducer)
        // CAN and SUB cancel, as they do in a VT500.
        case 0x18, 0x1a: begin(.ground)
        default: keep(byte)
        }
    }

    private mutating func takeStringEscape(_ byte: UInt8, _ introducer: UInt8) {
        if byte == UInt8(ascii: "\\") {
            endString(introducer)
        } else {
            begin(.escape)
            take(byte)
        }
    }

    private mutating func endString(_ introducer: UInt8) {
        let isCommand = introducer == UInt8(ascii: "]") && buffer.count <= Self.sequenceBytesMax
        let report = isCommand ? Report(operatingSystemCommand: buffer) : nil
        begin(.ground)
        if let report { events.append(.report(report)) }
    }

    /// Keeps a byte of a sequence; one too many tells that the sequence is too long.
    private mutating func keep(_ byte: UInt8) {
        if buffer.count <= Self.sequenceBytesMax { buffer.append(byte) }
    }
}
