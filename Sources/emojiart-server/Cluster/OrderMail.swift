internal import Sync

/// What the brokers say to whoever follows an order, as a loop passes it on.
protocol OrderMail: AnyObject {
    /// The order can be reached, for the first time or again.
    func connect()
    /// It cannot be reached any more.
    func disconnect()
    /// A batch was given its place, or none: see `Sequencer`.
    func published(_ number: Int, as sequence: Int?)
    /// A batch came at its place.
    func deliver(_ bytes: [UInt8], at sequence: Int, after previous: Int)
    /// What was read after the last place; none for nothing.
    func read(_ found: [(bytes: [UInt8], sequence: Int)])
    /// What is from the last place on, by the word of who puts batches in order.
    func verified(_ answer: OrderAnswer)
    /// When `wake(now:)` has something to do; nil when nothing waits.
    var wakeAt: UInt64? { get }
    /// A time that was asked for has come, or any other.
    func wake(now: UInt64)
}
