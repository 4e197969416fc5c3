/// The end of a WebSocket that its `Socket` reports to: a `Connection` or a `ClientConnection`.
protocol SocketDelegate: AnyObject {
    func socketReceived(_ message: Span<UInt8>)
    func socketDrained()
    func socketLagged()
    func socketClosed(_ status: CloseStatus?)
}
