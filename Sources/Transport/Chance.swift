/// Random numbers.
package enum Chance {
    /// The id of a new document's history: no other history has it.
    package static func epoch() -> UInt64 { UInt64.random(in: 1...UInt64.max) }

    /// A number of a range, such as how long one client of many waits.
    package static func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range) }
}
