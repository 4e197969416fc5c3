/// What came of asking for the first batch of an order from a place on.
package enum OrderAnswer: Equatable, Sendable {
    /// It is this one, at this place.
    case found([UInt8], Int)
    /// There is none.
    case nothing
    /// Nobody answered.
    case unknown
}
