/// What becomes of the connection to the brokers.
package enum BrokerEvent: Equatable, Sendable {
    /// There is one, for the first time or again.
    case connected
    /// It is lost; another one is looked for until there is one.
    case disconnected
}
