internal import Hosting
package import Transport
internal import WebSockets

// Settings that protect a server which other machines can reach.
extension ServerOptions {
    /// Reads the certificate and its key; nil without TLS.
    ///
    /// - Throws: `.identityUnusable`.
    package func readIdentity() throws(WebSocketError) -> TLSIdentity? {
        guard !tlsCertificate.isEmpty else { return nil }
        return try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
    }

    /// Checks that others reach the server by TLS alone, its own or a proxy's.
    func checkHosting() throws(ConfigurationError) {
        guard tlsCertificate.isEmpty == tlsKey.isEmpty else {
            throw .contradiction(
                "--tls-certificate and --tls-key need each other: give both, or neither"
            )
        }
        guard hosting.listen.isLoopback || hosting.behindProxy || !tlsCertificate.isEmpty else {
            throw .contradiction(
                "\(hosting.listen) is reachable from other machines, and without TLS the network "
                    + "can read everything: give --tls-certificate FILE and --tls-key FILE; or put "
                    + "a proxy with TLS in front and give --behind-proxy; or listen on 127.0.0.1"
            )
        }
        guard hosting.loops == 1 || tlsCertificate.isEmpty else {
            throw .contradiction(
                "--loops \(hosting.loops) must see which document a connection is for, and TLS "
                    + "hides it: put a proxy with TLS in front and give --behind-proxy, or omit "
                    + "--loops"
            )
        }
    }
}
