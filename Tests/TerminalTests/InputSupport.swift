import Terminal

enum Input {
    /// The events of a text in which `\u{1b}` is ESC.
    static func events(_ text: String) -> [InputEvent] { events(Array(text.utf8)) }

    static func events(_ bytes: [UInt8]) -> [InputEvent] { events([bytes]) }

    static func events(_ pieces: [[UInt8]]) -> [InputEvent] {
        var parser = InputParser()
        return pieces.flatMap { parser.receive($0) }
    }

    /// The name of bytes in a failed expectation.
    static func name(_ bytes: [UInt8]) -> String {
        bytes.map { (0x21..<0x7f).contains($0) ? String(Unicode.Scalar($0)) : "<\($0)>" }.joined()
    }
}

extension InputParser {
    mutating func events(_ text: String) -> [InputEvent] { receive(Array(text.utf8)) }

    /// The events of a silence of 50 ms, or of several.
    mutating func silence(_ count: Int = 1) -> [InputEvent] {
        (0..<count).flatMap { _ in timeout() }
    }
}

/// A text that a terminal sends, which a test's name shows without its control characters.
struct InputText: ExpressibleByStringLiteral, CustomStringConvertible, Sendable {
    let text: String

    init(stringLiteral text: String) { self.text = text }

    var description: String { Input.name(Array(text.utf8)) }
}
