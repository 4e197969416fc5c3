internal import CLibwebsockets

/// What lws serves a listener's TLS with; it lives as long as the loop that the listener is on.
@safe
struct TLSContext {
    /// The pointer itself, for the certificate that is put in.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Sets what no certificate decides: versions, ciphers, sessions; false when it cannot.
    func prepare() -> Bool { unsafe shim_tls_prepare(pointer) == 1 }
}
