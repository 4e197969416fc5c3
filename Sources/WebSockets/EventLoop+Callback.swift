internal import CLibwebsockets

/// The one C callback: recover the loop, lend the bytes as a span, call one method.
///
/// `lws_context_user` is the loop itself: `run` and `deinit` destroy the context before it goes.
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
    let loop = unsafe Unmanaged<EventLoop>.fromOpaque(user).takeUnretainedValue()
    let native = unsafe NativeSocket(wsi)
    switch reason {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        // Mostly for nothing: once per host and after every accept.
        loop.deliverMail()
        return 0
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        // On the listening socket; the pointer is the new socket's descriptor, not an address.
        return loop.admits(Int32(truncatingIfNeeded: Int(bitPattern: input)), on: native) ? 0 : -1
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        // While the listener is being made; the session is the context of its TLS.
        guard let pointer = unsafe session.map({ OpaquePointer($0) }),
            let listener = native.listener
        else { return -1 }
        return unsafe listener.secure(TLSContext(pointer)) ? 0 : -1
    default:
        break
    }
    let start = unsafe input?.assumingMemoryBound(to: UInt8.self)
    // Some callbacks that carry no bytes set a length, and an empty message has no pointer.
    let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    return unsafe loop.service(native, reason, bytes.span)
}

extension EventLoop {
    /// Answers a callback about one connection; anything but 0 ends it.
    fileprivate func service(
        _ native: NativeSocket,
        _ reason: lws_callback_reasons,
        _ bytes: Span<UInt8>
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE:
            return withSocket(native) { $0.receive(bytes) }
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE:
            return withSocket(native) { $0.writeable() }
        case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG:
            return withSocket(native) { $0.receiveControlFrame() }
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            var answers = true
            _ = withSocket(native) { answers = $0.receiveClose(bytes) }
            return answers ? 0 : -1
        case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL, LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL:
            // Not when it is we who end it: then lws has found no fault.
            guard !isStopping, let peer = peers[native.handle], !peer.isCut else { return 0 }
            return withSocket(native) { $0.receiveDrop() }
        case LWS_CALLBACK_RAW_RX_FILE:
            now = Self.readClock()
            if native.descriptor == timer { serviceTimer() } else { lobby?.service() }
            return 0
        case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_CONNECTED, LWS_CALLBACK_RAW_RX,
            LWS_CALLBACK_RAW_WRITEABLE:
            // CONNECT makes lws fall back to raw bytes, which nobody here speaks.
            return -1
        default:
            return serviceLife(native, reason, bytes)
        }
    }

    private func withSocket(_ native: NativeSocket, _ body: (Socket) -> Void) -> Int32 {
        // A connection that our table does not know must not live on.
        guard case .socket(let socket) = peers[native.handle]?.role else { return -1 }
        now = Self.readClock()
        body(socket)
        requestTurn()
        return 0
    }

    /// The rarer callbacks: how connections come and go, and HTTP.
    private func serviceLife(
        _ native: NativeSocket,
        _ reason: lws_callback_reasons,
        _ bytes: Span<UInt8>
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED,
            LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION,
            LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_HTTP, LWS_CALLBACK_HTTP_WRITEABLE,
            LWS_CALLBACK_HTTP_BODY_COMPLETION:
            now = Self.readClock()
            let answer = serviceServer(native, reason)
            requestTurn()
            return answer
        case LWS_CALLBACK_HTTP_BODY:
            guard case .exchange(let exchange) = peers[native.handle]?.role else { return -1 }
            exchange.receive(bytes)
            return 0
        case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
            return isAnswered(native) ? 0 : -1
        case LWS_CALLBACK_CLIENT_ESTABLISHED, LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            now = Self.readClock()
            serviceClient(native, reason, bytes)
            requestTurn()
            return 0
        case LWS_CALLBACK_CLIENT_HTTP_REDIRECT:
            // A WebSocket address that moved is refused, not followed to where the reply says.
            return -1
        case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLOSED_HTTP, LWS_CALLBACK_CLIENT_CLOSED,
            LWS_CALLBACK_CLOSED_CLIENT_HTTP:
            now = Self.readClock()
            end(native, isFreed: false)
            return 0
        case LWS_CALLBACK_WSI_DESTROY:
            end(native, isFreed: true)
            return 0
        default:
            return 0
        }
    }

    /// The connection is over; when lws frees it, its place in the table and its counts go too.
    private func end(_ native: NativeSocket, isFreed: Bool) {
        guard let peer = peers[native.handle] else { return }
        switch peer.role {
        case .socket(let socket): socket.end()
        case .exchange(let exchange): exchange.abandon()
        case .connecting(let client): client.failed(.unreachable("closed before it was open"))
        case .waiting, .upgrading: break
        }
        if isFreed { forget(peer) }
        requestTurn()
    }
}
