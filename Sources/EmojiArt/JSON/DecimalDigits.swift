/// The eight decimal digits of a number below a hundred million, found all at once.
///
/// Halves, then pairs, then digits are split side by side in one word, by multiplication in place
/// of division: a division by ten for each digit is most of what writing an integer costs
/// (D. Lemire, "Converting integers to fixed-digit representations quickly", 2021).
struct DecimalDigits {
    /// The digits in ASCII, the highest in the lowest byte.
    let text: UInt64
    /// How many there are without the zeros before the first: 1 to 8.
    let count: Int

    /// Finds the digits.
    ///
    /// - Precondition: the number is below 100,000,000.
    init(_ number: Whole.Magnitude) {
        precondition(number < 100_000_000, "A word holds eight digits.")
        let high = UInt64(number) / 10_000
        let halves = high | (UInt64(number) &- high &* 10_000) << 32
        let hundreds = ((halves &* 10_486) >> 20) & 0x0000_007f_0000_007f
        let pairs = hundreds | (halves &- hundreds &* 100) << 16
        let tens = ((pairs &* 103) >> 10) & 0x000f_000f_000f_000f
        let digits = tens | (pairs &- tens &* 10) << 8
        text = digits | 0x3030_3030_3030_3030
        count = 8 - min(digits.trailingZeroBitCount / 8, 7)
    }
}
