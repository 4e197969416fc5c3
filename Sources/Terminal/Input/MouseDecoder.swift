/// Turns the numbers of mouse reports into events.
///
/// It remembers which button is held, for terminals that tell a release but not of which button.
struct MouseDecoder {
    /// Largest column and row; larger ones are taken to be it.
    static let coordinateMax = 0xffff

    private var held = Mouse.Button.left

    struct Code {
        /// The button in bits 0, 1, 6 and 7, the keys in 2 to 4, and 5 when the mouse moved.
        let bits: Int
        let column: Int
        let row: Int
        let isRelease: Bool
    }

    /// Reads a report; nil for buttons that nobody has.
    mutating func decode(_ code: Code) -> Mouse? {
        guard let action = action(code) else { return nil }
        var modifiers = Modifiers()
        if code.bits & 4 != 0 { modifiers.insert(.shift) }
        if code.bits & 8 != 0 { modifiers.insert(.alt) }
        if code.bits & 16 != 0 { modifiers.insert(.control) }
        return Mouse(
            action,
            column: min(max(code.column - 1, 0), Self.coordinateMax),
            row: min(max(code.row - 1, 0), Self.coordinateMax),
            modifiers: modifiers
        )
    }

    private mutating func action(_ code: Code) -> Mouse.Action? {
        if code.bits & ~0x7f != 0 { return nil }
        if code.bits & 64 != 0 {
            return code.isRelease ? nil : Mouse.Wheel(rawValue: code.bits & 3).map { .wheel($0) }
        }
        let isMotion = code.bits & 32 != 0
        guard let button = Mouse.Button(rawValue: code.bits & 3) else {
            return isMotion ? .move : .release(held)
        }
        if code.isRelease { return .release(button) }
        held = button
        return isMotion ? .drag(button) : .press(button)
    }
}

extension MouseDecoder.Code {
    /// Reads the three bytes of an X10 report: each is a number over 32.
    init(legacy bytes: [UInt8]) {
        let numbers = bytes.map { Int($0) - 32 }
        self.init(bits: numbers[0], column: numbers[1], row: numbers[2], isRelease: false)
    }
}

extension ControlSequence {
    /// The numbers of the mouse report that the sequence is, in the encoding of mode 1006: it has
    /// no largest column, and tells which button was let go.
    var mouseCode: MouseDecoder.Code? {
        guard marker == "<", final == "M" || final == "m", intermediates.isEmpty, isFlat,
            parameters.count == 3,
            let bits = parameter(0), let column = parameter(1), let row = parameter(2)
        else { return nil }
        return MouseDecoder.Code(bits: bits, column: column, row: row, isRelease: final == "m")
    }
}
