/// What a loop reports of one connection.
package enum SocketEvent {
    case arrived(descriptor: Int32)
    case accepted
    case upgradeAsked
    case protocolChosen
    case established
    case requested
    case body
    case bodyEnded
    case answerWriteable
    case received
    case writeable
    case pong
    case closeFrame
    case dropped
    case answered
    case connected
    case failed
    case fileReadable
    case closed
    case freed
}

/// What a loop reports of itself.
package enum LoopEvent {
    case woken
    case waited
    case resting
    case timer
}
