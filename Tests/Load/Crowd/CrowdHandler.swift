/// Whom a crowd tells what happens to its members.
///
/// On the crowd's thread, from within `turn` alone.
package protocol CrowdHandler: AnyObject {
    func opened(_ member: Int)

    /// A text message came; `time` is when its bytes were read, in nanoseconds.
    func received(_ message: Span<UInt8>, at time: UInt64, by member: Int)

    /// The connection is over: by a Close frame of the server, or without a word.
    func closed(_ member: Int, _ end: CrowdEnd)

    /// The time that `wake(at:)` was told has come.
    func woken()
}
