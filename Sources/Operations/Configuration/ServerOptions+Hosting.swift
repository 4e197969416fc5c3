internal import Hosting
package import Transport
internal import WebSockets

// What is needed for who comes from other machines.
extension ServerOptions {
    /// Reads the certificate and its key; nil without TLS.
    ///
    /// - Throws: `.identityUnusable`.
    package func readIdentity() throws(WebSocketError) -> TLSIdentity? {
        guard !tlsCertificate.isEmpty else { return nil }
        return try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
    }

    /// Who is believed when it says for whom it speaks: behind a proxy at least this machine.
    var trustedProxies: [AddressRange] {
        let named = trustedProxy.compactMap(AddressRange.init)
        return named.isEmpty && behindProxy ? AddressRange.loopback : named
    }

    /// Checks that others reach the server by TLS alone, its own or a proxy's.
    func checkHosting() throws(ConfigurationError) {
        guard tlsCertificate.isEmpty == tlsKey.isEmpty else {
            throw .contradiction(
                "--tls-certificate and --tls-key need each other: give both, or neither"
            )
        }
        guard listen.isLoopback || behindProxy || !tlsCertificate.isEmpty else {
            throw .contradiction(
                "\(listen) is reachable from other machines, and without TLS the network can read "
                    + "everything: give --tls-certificate FILE and --tls-key FILE; or put a proxy "
                    + "with TLS in front and give --behind-proxy; or listen on 127.0.0.1"
            )
        }
        guard loops == 1 || tlsCertificate.isEmpty else {
            throw .contradiction(
                "--loops \(loops) must see which document a connection is for, and TLS hides it: "
                    + "put a proxy with TLS in front and give --behind-proxy, or omit --loops"
            )
        }
    }
}
