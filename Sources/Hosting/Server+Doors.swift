internal import Foundation
package import Transport
internal import WebSockets

// How connections come to the loop of their document.
extension Server {
    /// What stands before the names of documents in paths, for everyone and for operators.
    private static let prefix = "/documents/"
    private static let operatorsPrefix = "/admin/documents/"

    /// Serves what the first loop accepts for this one.
    ///
    /// - Parameter handler: answers operators.
    /// - Returns: The ways in: for everyone, and for operators.
    /// - Throws: when the loop has ended.
    func openDoors(operators handler: any ListenerHandler) throws(WebSocketError) -> LoopDoors {
        let listener = try Listener(
            servingFor: .everyone,
            isLocal: false,
            on: loop,
            subprotocol: Self.subprotocol,
            handler: self
        )
        adopt(listener)
        let operators = try Listener(
            servingFor: .operators,
            isLocal: true,
            on: loop,
            subprotocol: Listener.operatorsName,
            handler: handler
        )
        return LoopDoors(
            everyone: listener.makeDoor(on: loop),
            operators: operators.makeDoor(on: loop)
        )
    }

    /// Has what this loop accepts served by all of them.
    ///
    /// - Parameter doors: those of the other loops, in their order.
    /// - Throws: when no descriptor is left.
    package func distribute(to doors: [LoopDoors]) throws(WebSocketError) {
        guard !doors.isEmpty else { return }
        let group = group
        try entrance.listener?.distribute(
            on: loop,
            Distribution(doors: [nil] + doors.map(\.everyone)) {
                group.home(ofPath: $0, after: Self.prefix)
            }
        )
        try entrance.operators?.distribute(
            on: loop,
            Distribution(doors: [nil] + doors.map(\.operators)) {
                group.home(ofPath: $0, after: Self.operatorsPrefix)
            }
        )
    }
}
