/// A positive factor as an exact fraction, so that Swift and JavaScript round alike.
///
/// A client sends a decimal of at most six places, 0.001 to 1,000: `millionths` over one million.
/// Undo turns numerator and denominator round. Every product stays below 2^53.
public struct ScaleFactor: Equatable, Sendable {
    /// The factor is `numerator / denominator`.
    public let numerator: Int
    /// The factor is `numerator / denominator`.
    public let denominator: Int

    /// One million: the denominator of a factor that a client sends.
    public static let unit = 1_000_000

    /// Makes the factor `millionths / 1,000,000`; nil outside `Limits.factorMin`...`factorMax`.
    public init?(millionths: Whole) {
        guard let millionths = Int(exactly: millionths),
            (Limits.factorMin...Limits.factorMax).contains(millionths)
        else { return nil }
        self.init(numerator: millionths, denominator: Self.unit)
    }

    /// Makes the factor `numerator / denominator`.
    ///
    /// - Precondition: both are in 1...`Limits.factorMax`.
    package init(numerator: Int, denominator: Int) {
        precondition(
            (1...Limits.factorMax).contains(numerator)
                && (1...Limits.factorMax).contains(denominator),
            "A scale factor is a fraction of two numbers of 1 to \(Limits.factorMax)."
        )
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The factor that undoes this one.
    public var inverse: ScaleFactor {
        ScaleFactor(numerator: denominator, denominator: numerator)
    }

    /// The size times the factor, rounded half away from zero and clamped to the size limits.
    public func scale(_ size: Int) -> Int {
        // size <= 10^4 and numerator <= 10^9: twice the product is below 2^53.
        let (numerator, denominator) = (Whole(numerator), Whole(denominator))
        let rounded = (2 * Whole(size) * numerator + denominator) / (2 * denominator)
        return Int(min(max(rounded, Whole(Limits.sizeMin)), Whole(Limits.sizeMax)))
    }
}
