internal import CLibwebsockets

/// The one C callback: recover the loop, lend the bytes as a span, report one event.
///
/// `lws_context_user` is the loop itself, which destroys the context before it goes.
func loopCallback(
    _ wsi: OpaquePointer?,
    _ reason: lws_callback_reasons,
    _ session: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?,
    _ count: Int
) -> Int32 {
    guard let wsi = unsafe wsi,
        let user = unsafe lws_context_user(lws_get_context(wsi))
    else { return 0 }
    let loop = unsafe Unmanaged<NativeLoop>.fromOpaque(user).takeUnretainedValue()
    let socket = unsafe NativeSocket(wsi)
    let event: SocketEvent
    switch reason {
    case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE: event = .received
    case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE: event = .writeable
    case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG: event = .pong
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: event = .closeFrame
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL, LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL:
        event = .dropped
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        // Mostly for nothing: once per host and after every accept.
        loop.report(.woken)
        return 0
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        // On the listening socket; the pointer is the new socket's descriptor, not an address.
        event = .arrived(descriptor: Int32(truncatingIfNeeded: Int(bitPattern: input)))
        return loop.report(event, socket, Span()) ? 0 : -1
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        // While the host is being made; the session is the context of its TLS.
        guard let context = unsafe session.map({ OpaquePointer($0) }) else { return -1 }
        return unsafe socket.host?.secure(context) == true ? 0 : -1
    case LWS_CALLBACK_RAW_RX_FILE:
        guard socket.descriptor == loop.timer else {
            event = .fileReadable
            break
        }
        loop.timerFired()
        return 0
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_CONNECTED, LWS_CALLBACK_RAW_RX,
        LWS_CALLBACK_RAW_WRITEABLE:
        // CONNECT makes lws fall back to raw bytes, which nobody here speaks.
        return -1
    case LWS_CALLBACK_CLIENT_HTTP_REDIRECT:
        // A WebSocket address that moved is refused, not followed to where the reply says.
        return -1
    default:
        guard let rare = SocketEvent(rare: reason) else { return 0 }
        event = rare
    }
    let start = unsafe input?.assumingMemoryBound(to: UInt8.self)
    // Some callbacks that carry no bytes set a length, and an empty message has no pointer.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    return unsafe loop.report(event, socket, bytes.span) ? 0 : -1
}

extension SocketEvent {
    /// How connections come and go, and HTTP; nil for what nobody asked to be told.
    fileprivate init?(rare reason: lws_callback_reasons) {
        switch reason {
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: self = .accepted
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: self = .upgradeAsked
        case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: self = .protocolChosen
        case LWS_CALLBACK_ESTABLISHED: self = .established
        case LWS_CALLBACK_HTTP: self = .requested
        case LWS_CALLBACK_HTTP_WRITEABLE: self = .answerWriteable
        case LWS_CALLBACK_HTTP_BODY: self = .body
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: self = .bodyEnded
        case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH: self = .answered
        case LWS_CALLBACK_CLIENT_ESTABLISHED: self = .connected
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: self = .failed
        case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLOSED_HTTP, LWS_CALLBACK_CLIENT_CLOSED,
            LWS_CALLBACK_CLOSED_CLIENT_HTTP:
            self = .closed
        case LWS_CALLBACK_WSI_DESTROY: self = .freed
        default: return nil
        }
    }
}
