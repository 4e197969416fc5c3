internal import HTTPClient
package import Hosting
internal import Logging
internal import Sync
internal import WebSockets

// What an operator decides about hooks, as the objects that do it.
extension ServerOptions {
    /// The host's own rules.
    ///
    /// - Throws: when a file of them cannot be used.
    func rules() throws(ConfigurationError) -> [any EditRule] {
        locks.isEmpty ? [] : [try LockFile.rule(in: locks)]
    }

    /// Has a server ask and tell whom it should.
    ///
    /// - Throws: when a file cannot be used.
    package func equip(_ server: Server) throws(ConfigurationError) {
        server.hooks.rules = try rules()
        let signature =
            hookSecret.isEmpty
            ? nil : HookSignature(secret: try KeyFile.secret(in: hookSecret))
        if let url = HTTPURL(webhook) {
            server.hooks.observer = Webhooks(
                url: url,
                signature: signature,
                debounce: UInt64(webhookSeconds) * 1_000,
                alarms: server.alarms,
                loop: server.loop,
                log: server.log
            )
        }
        if let url = HTTPURL(ruleHook) {
            server.hooks.judge = RuleHook(
                url: url,
                signature: signature,
                milliseconds: ruleHookMilliseconds,
                failure: ruleHookFailure,
                loop: server.loop,
                log: server.log,
                take: { [unowned server] in server.take($0) }
            )
        }
    }
}
