internal import WebSockets

/// The ways into a loop for connections that the first loop accepts.
package struct LoopDoors: Sendable {
    let everyone: Mailbox<Arrival>
    let operators: Mailbox<Arrival>
}
