internal import Logging
internal import Sync
internal import Synchronization
internal import Tokens
internal import WebSockets

extension Server {
    /// Puts other options in effect; what only a start can change stays as it was.
    func adopt(_ options: ServerOptions, _ tokens: TokenVerifier, _ rules: [any EditRule]) {
        self.tokens = tokens
        self.rules = rules
        for document in documents.open { document.adopt(rules, options.told) }
        endUnwelcome()
        self.options = options
        ServerLog.leastLevel.withLock { $0 = options.logLevel }
        origins = OriginPolicy(options, port: port)
        loop.limits = options.connectionLimits
        listener?.trustedProxies = options.trustedProxies
        guard isFirst else { return }
        scheduleBackups()
        retainSoon()
    }
}
