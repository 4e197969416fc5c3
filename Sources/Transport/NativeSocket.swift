internal import CLibwebsockets
internal import Glibc

/// One `struct lws`: the calls on a live connection that the server makes.
///
/// Event-loop thread only. Safe to hold because every holder drops it in the callback in which lws
/// says that the connection ends (CLOSED, CLOSED_HTTP, WSI_DESTROY), before the memory is freed.
@safe
package struct NativeSocket {
    let raw: OpaquePointer

    init(_ raw: OpaquePointer) { unsafe self.raw = raw }

    /// The integer that the connection carries for us; zero when it has none.
    package var handle: UInt {
        get {
            unsafe UInt(bitPattern: lws_get_opaque_user_data(raw))
        }
        nonmutating set {
            unsafe lws_set_opaque_user_data(raw, UnsafeMutableRawPointer(bitPattern: newValue))
        }
    }

    /// The host that the connection came in by.
    ///
    /// The loop keeps its hosts longer than the context that holds their pointers.
    var host: NativeHost? {
        guard let host = unsafe lws_get_vhost(raw), let user = unsafe lws_vhost_user(host)
        else { return nil }
        return unsafe Unmanaged<NativeHost>.fromOpaque(user).takeUnretainedValue()
    }

    /// The owner of the port that the connection came in by; nil for clients and watched files.
    package var owner: AnyObject? { host?.owner }

    /// The status a server answered a client with, 0 when it did not answer.
    package var responseStatus: Int { unsafe Int(lws_http_client_http_response(raw)) }

    /// The socket's descriptor, or -1 once it is closed.
    package var descriptor: Int32 { unsafe lws_get_socket_fd(raw) }

    /// Whether lws holds bytes that the socket did not take; a memory read, no system call.
    package var isPartiallyBuffered: Bool {
        unsafe lws_partial_buffered(raw) != 0
    }

    /// Whether the current chunk ends its message.
    package var isFinalFragment: Bool { unsafe lws_is_final_fragment(raw) != 0 }

    /// Whether the current message is binary.
    package var isBinary: Bool { unsafe lws_frame_is_binary(raw) != 0 }

    /// What the current frame announced and has not delivered yet, up to 2^63.
    package var remainingPayload: UInt { unsafe UInt(lws_remaining_packet_payload(raw)) }

    /// Bytes the peer has acknowledged so far; the sign of life of a socket that takes no more.
    package var bytesAcknowledged: UInt64 { shim_bytes_acknowledged(descriptor) }

    /// Bytes that the peer sent and that were read so far, with TLS those within it; nil when the
    /// kernel does not tell, or when more came each time that it was asked.
    package var bytesRead: UInt64? {
        let within = unsafe shim_tls_bytes_read(raw)
        return UInt64(exactly: within >= 0 ? within : shim_bytes_read(descriptor))
    }

    /// Whether OpenSSL holds more of what the peer sent in one piece.
    package var isWithinRecord: Bool { unsafe shim_tls_is_within_record(raw) != 0 }

    /// Whether the peer has neither ended the stream nor reset it, as far as it was read.
    package var isPeerThere: Bool {
        guard shim_is_reset(descriptor) == 0, unsafe shim_tls_is_ended(raw) == 0 else {
            return false
        }
        var byte: UInt8 = 0
        let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    }

    /// Asks for one WRITEABLE callback.
    package func askWriteable() { unsafe _ = lws_callback_on_writable(raw) }

    /// Stops or resumes reading; what the peer sends meanwhile waits in the kernel.
    package func setReading(_ on: Bool) { unsafe _ = lws_rx_flow_control(raw, on ? 1 : 0) }

    /// Keeps what else the peer sends from waking the loop: the end of the stream still does.
    ///
    /// lws does not read while it owes an answer, so readable input would spin the loop.
    package func ignoreInput() {
        var bytes: Int32 = 1 << 30
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &bytes, 4)
    }

    /// Switches off the timeout lws has pending; ours rule from here on.
    package func clearTimeout() { unsafe lws_set_timeout(raw, NO_PENDING_TIMEOUT, 0) }

    /// Sends bytes as they are; what the socket does not take lws copies and sends later.
    ///
    /// LWS_WRITE_HTTP is lws's raw write: it neither frames nor changes the bytes, hence the cast.
    /// False when the socket is dead.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        let buffer = unsafe UnsafeMutablePointer(mutating: start)
        return unsafe lws_write(raw, buffer, bytes.count, LWS_WRITE_HTTP) >= 0
    }

    /// Tells the peer that no more will be sent; reading goes on.
    package func finishWriting() {
        unsafe shim_tls_finish(raw)
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends the connection now; its last callbacks come from within this call.
    ///
    /// Never from a callback of the connection itself: `EventLoop.condemn` sees to that. lws could
    /// do it later by itself, but its libev plugin gets to that only when the loop is idle, and one
    /// connection that spins keeps it from ever being so. The shutdown makes lws give up on output
    /// that it buffers, which it would else try to flush for five seconds more.
    package func kill() {
        let descriptor = descriptor
        if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        unsafe lws_set_timeout(raw, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_SYNC)
    }

    /// Keeps what waits unsent in the kernel small; a refusal costs memory only, so it is ignored.
    package func setNotSentLowWater(_ bytes: Int) {
        _ = shim_set_not_sent_low_water(descriptor, Int32(bytes))
    }
}
