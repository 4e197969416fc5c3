/// A sentence for the person, shown in the status line for a while.
struct Notice: Equatable {
    let text: String
    let isWarning: Bool
    /// When it goes, in milliseconds of the loop's clock.
    let until: UInt64

    /// How long a notice stays, in milliseconds.
    static let milliseconds: UInt64 = 5_000
}
