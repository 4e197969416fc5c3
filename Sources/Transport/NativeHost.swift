internal import CLibwebsockets

/// A virtual host of libwebsockets: a listening port, or what connections of clients belong to.
///
/// Event-loop thread only. Its loop keeps it until libwebsockets has let go of it.
@safe
package final class NativeHost {
    /// The object that the connections of the port are reported for; nil for clients.
    package unowned let owner: AnyObject?
    private var identity: TLSIdentity?
    /// The pointer of libwebsockets, once the host is made.
    var raw: OpaquePointer?
    /// What libwebsockets serves the port's TLS with; lives as long as the loop.
    private var context: OpaquePointer?

    init(owner: AnyObject?, identity: TLSIdentity?) {
        self.owner = owner
        self.identity = identity
    }

    /// The port it listens on; 0 for none.
    package var port: Int {
        unsafe raw.map { unsafe max(0, Int(lws_get_vhost_listen_port($0))) } ?? 0
    }

    /// Shows another certificate to peers that connect from now on; open connections go on.
    ///
    /// - Returns: false when the port has no TLS, or OpenSSL refuses it; nothing changes.
    package func adopt(_ identity: TLSIdentity) -> Bool {
        guard let context = unsafe context, unsafe identity.install(in: context) else {
            return false
        }
        self.identity = identity
        return true
    }

    /// Sets what no certificate decides (versions, ciphers, sessions), and the certificate; false
    /// when OpenSSL refuses it.
    func secure(_ context: OpaquePointer) -> Bool {
        guard let identity, unsafe shim_tls_prepare(context) == 1,
            unsafe identity.install(in: context)
        else { return false }
        unsafe self.context = context
        return true
    }
}
