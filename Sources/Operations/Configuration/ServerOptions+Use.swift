internal import Cluster
internal import Cryptography
internal import Foundation
internal import HTTPClient
package import Hosting
internal import PostgresStore
internal import SQLiteStore
package import Store
package import StoreTables
internal import Sync
package import Tokens
package import Transport

// What an operator decides, as the objects that do it.
extension ServerOptions {
    /// Where the operators' socket is; nil for nowhere.
    package var adminSocketPath: String? {
        if adminSocket.isEmpty { return nil }
        return adminSocket.hasPrefix("/") ? adminSocket : "\(data)/\(adminSocket)"
    }

    /// Opens the store: what is durable, and nothing else, is in it.
    ///
    /// - Throws: `StorageError`, or what the system says of the data directory.
    package func openStore(_ options: JournalOptions) throws -> any DocumentStore {
        guard let address = PostgresAddress(store) else {
            return try Journal.open(directory: data, options: options)
        }
        // For the operators' socket.
        try FileManager.default.createDirectory(
            atPath: data,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return try PostgresStore(
            address,
            acceptsLoss: storeMayLose,
            serving: hosting.node.isEmpty ? nil : hosting.node,
            options: options
        )
    }

    /// A value as it may be shown: without passwords.
    package static func shown(_ value: String) -> String {
        PostgresAddress(value)?.description ?? value
    }

    /// Where figures are told; nil for nowhere but on the operators' socket.
    var metricsAddress: ListenAddress? { ListenAddress(settingText: metricsListen) }

    /// Reads the files of keys; without files, the verifier asks for no token.
    ///
    /// - Throws: when a file cannot be used.
    package func tokenVerifier() throws(ConfigurationError) -> TokenVerifier {
        let secret = tokenSecret.isEmpty ? nil : try KeyFile.secret(in: tokenSecret)
        let keySet = tokenKeys.isEmpty ? nil : try KeyFile.keySet(in: tokenKeys)
        do {
            return TokenVerifier(
                keys: try TokenKeys(secret: secret, keySet: keySet),
                audience: tokenAudience
            )
        } catch {
            throw .unreadable(
                path: tokenKeys,
                cause: "\(error.text); give the set of public keys that the issuer publishes"
            )
        }
    }

    func rules() throws(ConfigurationError) -> [any EditRule] {
        locks.isEmpty ? [] : [try LockFile.rule(in: locks)]
    }

    /// Has a server ask and tell whom it should, and know the other servers of its store.
    ///
    /// - Throws: when a file cannot be used.
    package func equip(_ server: Server) throws(ConfigurationError) {
        if !hosting.node.isEmpty {
            let secret = HMACSHA256(secret: try KeyFile.secret(in: nodeSecret))
            let authorities = nodeAuthorities.isEmpty ? nil : nodeAuthorities
            server.neighbours = Gateway(of: server, secret, authorities: authorities)
        }
        server.hooks.rules = try rules()
        let secret = hookSecret.isEmpty ? nil : try KeyFile.secret(in: hookSecret)
        let signature = secret.map { HookSignature(secret: $0) }
        if let url = HTTPURL(webhook) {
            let post = HTTPPost(
                url: url,
                signature: signature,
                timeout: .seconds(10),
                connectionsMax: 8
            )
            let debounce = UInt64(webhookSeconds) * 1_000
            server.hooks.observer = Webhooks(post, debounce: debounce, of: server)
        }
        if let url = HTTPURL(ruleHook) {
            let post = HTTPPost(
                url: url,
                signature: signature,
                timeout: .milliseconds(ruleHookMilliseconds),
                connectionsMax: RuleHook.connectionsMax
            )
            server.hooks.judge = RuleHook(post, failure: ruleHookFailure, of: server)
        }
    }

    /// Reads the certificate and its key; nil without TLS.
    ///
    /// - Throws: `.identityUnusable`.
    package func readIdentity() throws(WebSocketError) -> TLSIdentity? {
        guard !tlsCertificate.isEmpty else { return nil }
        return try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
    }
}
