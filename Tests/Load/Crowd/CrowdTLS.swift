internal import CCrowd

/// Whom the members of a crowd believe that they talk to: what their TLS shares.
@safe
package final class CrowdTLS {
    private let context: OpaquePointer
    private let host: String

    /// Reads who vouches for the server.
    ///
    /// - Parameters:
    ///   - host: The name or address that the server's certificate has to name.
    ///   - authorities: A PEM file of those who vouch for it; nil for the system's.
    /// - Throws: When they cannot be read.
    package init(host: String, authorities: String?) throws(CrowdError) {
        guard let context = unsafe shim_crowd_context(authorities) else {
            let path = authorities ?? "the system's authorities"
            throw CrowdError(description: "no certificate is read from \(path)")
        }
        unsafe self.context = context
        self.host = host
    }

    deinit { unsafe SSL_CTX_free(context) }

    /// A connection's TLS, over its socket.
    func begin(on descriptor: Int32) -> Connection? {
        guard let pointer = unsafe shim_crowd_begin(context, descriptor, host) else { return nil }
        return unsafe Connection(pointer: pointer)
    }

    /// One connection's TLS; `free` ends it.
    @safe
    struct Connection {
        typealias Outcome = CrowdSocket.Outcome

        fileprivate let pointer: OpaquePointer

        func secure() -> Outcome { unsafe Outcome(shim_crowd_handshake(pointer)) }

        var fault: String { unsafe String(cString: shim_crowd_fault(pointer)) }

        func read(into bytes: UnsafeMutableRawBufferPointer) -> Outcome {
            unsafe Outcome(shim_crowd_read(pointer, bytes.baseAddress, bytes.count))
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
            unsafe Outcome(shim_crowd_write(pointer, bytes.baseAddress, bytes.count))
        }

        func free() { unsafe SSL_free(pointer) }
    }
}

extension CrowdSocket.Outcome {
    /// What a function of OpenSSL said, which has a number for each way to end.
    fileprivate init(_ result: Int32) {
        switch result {
        case 1...: self = .done(Int(result))
        case Int32(SHIM_TLS_AGAIN): self = .again
        default: self = .ended
        }
    }
}
