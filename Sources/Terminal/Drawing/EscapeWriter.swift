/// Writes escape sequences, and no more of them than needed.
///
/// Knows where the cursor is after what it wrote itself, and with which look it writes; of neither
/// it knows anything at first.
struct EscapeWriter {
    private(set) var bytes: [UInt8] = []
    /// Where the cursor is, if that is sure.
    private(set) var place: (column: Int, row: Int)?
    /// With which look is written.
    private(set) var pen: Style?

    /// Adds bytes that move the cursor nobody knows where to.
    mutating func raw(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
        place = nil
    }

    /// Adds a sequence that leaves the cursor where it is.
    mutating func sequence(_ text: StaticString) {
        bytes.append(0x1b)
        bytes.append(contentsOf: text.description.utf8)
    }

    /// Adds narrow scalars of which all terminals know that.
    ///
    /// - Precondition: the cursor's place is known.
    mutating func scalar(_ value: UInt32, columns: Int) {
        if value < 0x80 {
            bytes.append(UInt8(value))
        } else if let scalar = Unicode.Scalar(value) {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        guard let (column, row) = place, column + 1 < columns else {
            // After a glyph in the last column the cursor is there or in the next row.
            place = nil
            return
        }
        place = (column + 1, row)
    }

    // MARK: The cursor

    /// Moves the cursor with an absolute address, wherever it is (CUP).
    mutating func moveAbsolutely(column: Int, row: Int) {
        bytes.append(contentsOf: [0x1b, 0x5b])
        if row > 0 || column > 0 { number(row + 1) }
        if column > 0 {
            bytes.append(0x3b)
            number(column + 1)
        }
        bytes.append(0x48)
        place = (column, row)
    }

    /// Moves the cursor, in the shortest way.
    mutating func move(column: Int, row: Int) {
        guard let place, place.row == row, place.column <= column else {
            moveAbsolutely(column: column, row: row)
            return
        }
        guard place.column < column else { return }
        bytes.append(contentsOf: [0x1b, 0x5b])
        if column - place.column > 1 { number(column - place.column) }
        bytes.append(0x43)
        self.place = (column, row)
    }

    private mutating func number(_ value: Int) {
        if value >= 10 { number(value / 10) }
        bytes.append(UInt8(value % 10) + 0x30)
    }

    // MARK: The look

    /// Changes the look of what is written next (SGR).
    mutating func setPen(_ look: Style) {
        guard look != pen else { return }
        defer { pen = look }
        bytes.append(contentsOf: [0x1b, 0x5b])
        let start = bytes.count
        if look != .plain {
            let before = pen ?? .plain
            if pen == nil { parameter(0) }
            attributes(from: before.attributes, to: look.attributes)
            if look.foreground != before.foreground { colour(look.foreground, base: 30) }
            if look.background != before.background { colour(look.background, base: 40) }
        }
        if bytes.count > start { bytes.removeLast() }
        bytes.append(0x6d)
    }

    private mutating func parameter(_ value: Int) {
        number(value)
        bytes.append(0x3b)
    }

    private mutating func attributes(from old: Style.Attributes, to new: Style.Attributes) {
        let gone = old.subtracting(new)
        var added = new.subtracting(old)
        if !gone.isDisjoint(with: [.bold, .dim]) {
            // One parameter ends both.
            parameter(22)
            added.formUnion(new.intersection([.bold, .dim]))
        }
        if gone.contains(.underline) { parameter(24) }
        if gone.contains(.reverse) { parameter(27) }
        if added.contains(.bold) { parameter(1) }
        if added.contains(.dim) { parameter(2) }
        if added.contains(.underline) { parameter(4) }
        if added.contains(.reverse) { parameter(7) }
    }

    /// Adds a colour; `base` is 30 for the foreground and 40 for the background.
    private mutating func colour(_ paint: Paint, base: Int) {
        let colour = paint.bits
        let low = Int(colour & 0xff)
        switch colour & 0xff00_0000 {
        case Paint.standard.bits: parameter(base + 9)
        case Paint.named: parameter(low < 8 ? base + low : base + 60 + low - 8)
        case Paint.palette:
            parameter(base + 8)
            parameter(5)
            parameter(low)
        default:
            parameter(base + 8)
            parameter(2)
            parameter(Int(colour >> 16 & 0xff))
            parameter(Int(colour >> 8 & 0xff))
            parameter(low)
        }
    }
}
