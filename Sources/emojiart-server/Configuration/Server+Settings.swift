internal import Logging
internal import Sync
internal import Synchronization
internal import Tokens
internal import WebSockets

extension Server {
    /// Puts other options in effect; what only a start can change stays as it was.
    func adopt(_ options: ServerOptions, _ tokens: TokenVerifier, _ rules: [any EditRule]) {
        hooks.rules = rules
        for document in documents.open { document.adopt(rules, options.told) }
        gate.adopt(tokens)
        self.options = options
        ServerLog.leastLevel.withLock { $0 = options.logLevel }
        entrance.origins = OriginPolicy(options, port: entrance.origins.port)
        loop.limits = options.connectionLimits
        entrance.listener?.trustedProxies = options.trustedProxies
        upkeep?.settingsChanged()
    }
}
