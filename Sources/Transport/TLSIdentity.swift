internal import CLibwebsockets
internal import Glibc

/// A certificate, those behind it, and its key, read from files and checked.
///
/// What is read stays as it is: files that change are read again as another identity.
@safe
package final class TLSIdentity {
    /// A context of OpenSSL that holds it and serves nobody.
    private let pointer: OpaquePointer
    /// When the certificate, or one behind it, ends: seconds since 1970; 0 when it does not say.
    package let expiresAt: Int

    /// Reads two PEM files: the certificate with those behind it, and its key without passphrase.
    ///
    /// - Throws: `.identityUnusable` when a file cannot be read or is no such thing, the key is
    ///   that of another certificate, or everybody on the machine may read the key.
    package init(certificate: String, key: String) throws(WebSocketError) {
        var status = stat()
        if unsafe stat(key, &status) == 0, status.st_mode & 0o007 != 0 {
            throw .identityUnusable(file: key, reason: "everybody may read the key (run chmod o=)")
        }
        var part: UnsafePointer<CChar>?
        var reason: UnsafePointer<CChar>?
        let read = unsafe certificate.withCString { certificate in
            unsafe key.withCString { key in
                let context = unsafe shim_tls_read(certificate, key, &part, &reason)
                return unsafe (
                    context: context,
                    isOfKey: part == key,
                    reason: reason.map { unsafe String(cString: $0) } ?? ""
                )
            }
        }
        guard let context = unsafe read.context else {
            throw .identityUnusable(
                file: unsafe read.isOfKey ? key : certificate,
                reason: unsafe read.reason
            )
        }
        unsafe pointer = context
        unsafe expiresAt = Int(shim_tls_expiry(context))
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// Shows it to peers that connect to a host with that context of OpenSSL from now on.
    func install(in context: OpaquePointer) -> Bool {
        unsafe shim_tls_adopt(context, pointer) == 1
    }
}
