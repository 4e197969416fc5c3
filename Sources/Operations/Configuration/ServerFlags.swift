package import ArgumentParser
internal import Hosting
package import Logging

/// The settings as flags; what is not given is looked for in the environment and in the file.
package struct ServerFlags: ParsableArguments {
    @Option(help: "YAML file of settings; its keys are the names of these flags.")
    var config: String?

    @Option(help: .setting("Address and port to listen on; port 0 picks a free port", \.listen))
    var listen: ListenAddress?

    @Option(help: .setting("Directory of the journal; created if missing", \.data))
    var data: String?

    @Option(
        help: .setting(
            "Least severe level to log: trace, debug, info, notice, warning, error or critical",
            \.logLevel
        ),
        transform: ServerFlags.level
    )
    package var logLevel: Logger.Level?

    @Option(
        help: .setting("Format of the log: text, or json with one object per line", \.logFormat)
    )
    package var logFormat: LogFormat?

    @Option(
        help: "Further host name by which clients may reach this server; repeatable."
    )
    var host: [String] = []

    @Option(
        help: "Origin whose pages may connect, such as https://example.org; repeatable."
    )
    var origin: [String] = []

    @Option(help: "PEM file with the TLS certificate, then the intermediate ones.")
    var tlsCertificate: String?

    @Option(help: "PEM file with the certificate's key; it must not be readable by everybody.")
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Accept other machines without TLS, as a proxy in front provides it."
    )
    var behindProxy: Bool?

    @Option(
        help: """
            Proxy whose forwarded client addresses are trusted, such as 10.0.0.0/8; repeatable \
            (default: this machine, with --behind-proxy).
            """
    )
    var trustedProxy: [String] = []

    @Option(help: "File with the shared secret that signs tokens (HS256).")
    var tokenSecret: String?

    @Option(help: "JSON Web Key Set file that verifies tokens (EdDSA, ES256, RS256).")
    var tokenKeys: String?

    @Option(help: "Audience that a token's aud must name; not checked if absent.")
    var tokenAudience: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Let everybody who can reach the server read and edit all documents without tokens."
    )
    var everyoneMayEdit: Bool?

    @Option(help: "URL to notify when a document is created, changed, or left by its last member.")
    var webhook: String?

    @Option(
        help: .setting("Seconds between two notifications about one document", \.webhookSeconds)
    )
    var webhookSeconds: Int?

    @Option(help: "URL to ask about each edit before it is applied.")
    var ruleHook: String?

    @Option(
        help: .setting("Milliseconds to wait for the rule hook's answer", \.ruleHookMilliseconds)
    )
    var ruleHookMilliseconds: Int?

    @Option(
        help: .setting(
            "If there is no answer: later (the sender reconnects and resends) or accept",
            \.ruleHookFailure
        )
    )
    var ruleHookFailure: RuleHook.Failure?

    @Option(help: "File with the secret that signs requests to hooks.")
    var hookSecret: String?

    @Option(help: "JSON file of regions and emojis that only owners may change.")
    var locks: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Serve only existing documents: joining creates none."
    )
    var existingOnly: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Refuse renames: a proxy finds a document's server by its name."
    )
    var fixedNames: Bool?

    @Option(
        help: .setting("Seconds after which a document without members is unloaded", \.idleSeconds)
    )
    var idleSeconds: Int?

    @OptionGroup(title: "Limits") var limits: LimitFlags

    @Option(help: "Directory of scheduled backups, created if missing (default: no backups).")
    var backupDirectory: String?

    @Option(
        help: .setting("Minutes between two scheduled backups; 0 for none", \.backupMinutes)
    )
    var backupMinutes: Int?

    @Option(
        help: .setting(
            "Newest backups to keep, plus one per hour for a day and one per day for thirty days",
            \.backupKeep
        )
    )
    var backupKeep: Int?

    @Option(
        help: .setting(
            "Path of the operator socket, relative to the data directory; empty for none",
            \.adminSocket
        )
    )
    var adminSocket: String?

    @Option(help: "Address and port of the Prometheus metrics, without access checks or TLS.")
    var metricsListen: String?

    @Option(
        help: .setting(
            "Latest edits of each document to keep in its history; 0 for all",
            \.historyEdits
        )
    )
    var historyEdits: Int?

    @Option(help: .setting("Days of history to keep; 0 for ever", \.historyDays))
    var historyDays: Int?

    @Option(help: .setting("Event loop: libev, or poll where libev is not available", \.loop))
    package var loop: ServerOptions.Loop?

    @Option(help: .setting("Event loops that share the documents, one CPU core each", \.loops))
    package var loops: Int?

    private static func level(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text) else {
            throw ValidationError("there is no log level '\(text)'")
        }
        return level
    }
}

extension ArgumentHelp {
    /// What a setting is, with its default.
    static func setting(
        _ text: String,
        _ path: KeyPath<ServerOptions, some SettingValue>
    ) -> ArgumentHelp {
        ArgumentHelp("\(text) (default: \(ServerOptions()[keyPath: path].settingText)).")
    }
}

extension ListenAddress: ExpressibleByArgument {
    init?(argument: String) { self.init(settingText: argument) }
}

extension RuleHook.Failure: ExpressibleByArgument {}

extension LogFormat: ExpressibleByArgument {}

extension ServerOptions.Loop: ExpressibleByArgument {}
