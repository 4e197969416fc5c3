/// Turns the bytes that a terminal sends into events, however they are cut.
///
///     bytes      ESC [ 1 ; 5 A    ESC O P    ESC ] 11 ; rgb:... ESC \    0xF0 0x9F 0x98 0x80
///     states     escape           escape     escape                      scalar
///                controlSequence  singleShift string, stringEscape
///     event      Ctrl+Up          F1         background                  a typed character
///
/// It reads UTF-8 and the 7-bit forms of xterm, VT220, the Linux console, rxvt, tmux and kitty.
/// What it does not know it swallows to its end. What is unfinished when something else begins is
/// dropped: an Escape always begins anew, so after Escape Escape the first one is the key. (Some
/// terminals send Alt+Up as Escape and Up; here it is these two keys, because the same bytes come
/// when Escape is pressed while the mouse moves.)
///
/// Nothing is kept but one sequence, at most `sequenceBytesMax`, or one text that is pasted.
package struct InputParser {
    /// Most bytes of a text that is pasted at once.
    package static let pasteBytesMax = 1_048_576

    /// Most bytes between the begin and the end of a sequence; a longer one is swallowed.
    package static let sequenceBytesMax = 256

    /// How often in a row `timeout` is called until the rest of a sequence is not awaited any more.
    ///
    /// Half a second: a network's hiccup must not type the second half of a mouse report.
    package static let sequenceTimeoutsMax = 10

    /// How often in a row `timeout` is called until a paste is taken to be at its end.
    ///
    /// Three seconds: long, because the rest of a paste that is late would be read as keys; but the
    /// keyboard comes back when the end was lost.
    package static let pasteTimeoutsMax = 60

    /// What stands for bytes that are no character.
    static let replacement: Unicode.Scalar = "\u{fffd}"

    var state = State.ground
    var buffer: [UInt8] = []
    /// What the bytes that are being taken mean.
    var events: [InputEvent] = []
    var mouse = MouseDecoder()
    private var paste = PasteCollector(bytesMax: Self.pasteBytesMax)
    private var timeouts = 0

    /// What the bytes before led to.
    enum State: Equatable {
        case ground
        case escape
        /// After `ESC [`; the buffer holds what follows.
        case controlSequence
        /// After `ESC [ [`, which begins F1 to F5 of the Linux console.
        case consoleFunction
        /// After `ESC O`; the buffer holds the modifiers that old terminals put there.
        case singleShift
        /// After `ESC [ M`: the three bytes of a mouse event in the encoding of X10.
        case legacyMouse
        /// After the begin of an OSC, DCS, APC, PM or SOS string; the buffer holds its text.
        case string(introducer: UInt8)
        /// After an ESC in a string, most likely the first half of its end.
        case stringEscape(introducer: UInt8)
        /// Within a character of several bytes; the buffer holds those that came.
        case scalar(Modifiers)
        /// After `CSI 200~`.
        case paste
    }

    /// Makes a parser that nothing was sent to yet.
    package init() {}

    /// Whether bytes wait for what follows: an Escape may be the key or the begin of a sequence.
    ///
    /// While this is so, the owner calls `timeout` after each 50 ms in which nothing came.
    package var isWaiting: Bool { state != .ground }

    /// How many bytes are kept: at most `pasteBytesMax` and `sequenceBytesMax` and a few.
    package var keptBytes: Int { buffer.count + paste.bytes.count }

    /// Takes bytes as they come; gives what they mean.
    package mutating func receive(_ bytes: [UInt8]) -> [InputEvent] {
        guard !bytes.isEmpty else { return [] }
        timeouts = 0
        var index = 0
        while index < bytes.count {
            if state == .paste {
                if paste.receive(bytes, &index) { endPaste() }
            } else {
                take(bytes[index])
                index += 1
            }
        }
        return takeEvents()
    }

    /// Nothing followed for 50 ms: what waits is what it is, or is waited for a little more.
    ///
    /// An Escape alone is the key, and the begin of a sequence is Alt with its character: `ESC [`
    /// is Alt+[. A sequence with more in it is dropped after `sequenceTimeoutsMax` calls in a row;
    /// a paste ends after `pasteTimeoutsMax` with the text that came.
    package mutating func timeout() -> [InputEvent] {
        timeouts += 1
        let isLate = timeouts >= Self.sequenceTimeoutsMax
        switch state {
        case .ground: break
        case .escape: end(.key(.escape))
        case .controlSequence where buffer.isEmpty: end(.key(.character("["), .alt))
        case .singleShift where buffer.isEmpty: end(.key(.character("O"), .alt))
        case .string(let introducer) where buffer.isEmpty:
            end(.key(.character(Unicode.Scalar(introducer)), .alt))
        case .stringEscape where isLate: end(.key(.escape))
        case .scalar(let modifiers) where isLate:
            end(.key(.character(Self.replacement), modifiers))
        case .controlSequence, .consoleFunction, .singleShift, .legacyMouse, .string,
            .stringEscape, .scalar:
            if isLate { begin(.ground) }
        case .paste: if timeouts >= Self.pasteTimeoutsMax { endPaste() }
        }
        return takeEvents()
    }

    /// Goes to a state, with nothing kept.
    mutating func begin(_ next: State) {
        state = next
        timeouts = 0
        buffer.removeAll(keepingCapacity: true)
    }

    /// Tells what the bytes were, and starts anew.
    mutating func end(_ last: InputEvent) {
        begin(.ground)
        events.append(last)
    }

    private mutating func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    private mutating func endPaste() {
        end(paste.isTooLong ? .pasteTooLong : .paste(paste.bytes))
        paste = PasteCollector(bytesMax: Self.pasteBytesMax)
    }
}
