/// A small random number generator whose runs are told by their seed.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", figure 17.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Starts the run of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next word.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    /// True about once in `count` times.
    package mutating func chance(oneIn count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
