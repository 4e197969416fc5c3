/// A key of the keyboard, as far as terminals tell them apart.
package enum Key: Hashable, Sendable {
    /// A key that types something; a control character is the letter it is typed with.
    case character(Unicode.Scalar)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 and up.
    case function(Int)
}

/// The keys that are held down with another one.
package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Shift; a key that types something has it in what it types.
    package static let shift = Modifiers(rawValue: 1)
    /// Alt, or Meta.
    package static let alt = Modifiers(rawValue: 2)
    /// Control.
    package static let control = Modifiers(rawValue: 4)

    /// Makes a set of its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
}
