internal import Foundation

/// The wall clock.
package enum Clock {
    /// Milliseconds since 1970.
    ///
    /// It may jump: nothing but a time stamp is made of it.
    package static var milliseconds: Int { Int(Date.now.timeIntervalSince1970 * 1_000) }
}
