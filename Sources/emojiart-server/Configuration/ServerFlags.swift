internal import ArgumentParser
internal import Logging

/// The settings as flags; what is not given is looked for in the environment and in the file.
struct ServerFlags: ParsableArguments {
    @Option(help: "A YAML file of settings; its keys are the names of these flags.")
    var config: String?

    @Option(help: .setting("Address and port to listen on; port 0 takes any free one", \.listen))
    var listen: ListenAddress?

    @Option(help: .setting("Directory of the journal; made when it does not exist", \.data))
    var data: String?

    @Option(
        help: .setting("trace, debug, info, notice, warning, error or critical", \.logLevel),
        transform: ServerFlags.level
    )
    var logLevel: Logger.Level?

    @Option(
        help: .setting("How the log is written: text, or json with an object a line", \.logFormat)
    )
    var logFormat: LogFormat?

    @Option(
        help: "A host name that clients use for this server, besides the address; may be repeated."
    )
    var host: [String] = []

    @Option(
        help: "An origin whose pages may connect, such as https://example.org; may be repeated."
    )
    var origin: [String] = []

    @Option(help: "A PEM file with the certificate for TLS, and those behind it.")
    var tlsCertificate: String?

    @Option(help: "A PEM file with the certificate's key, which not everybody may read.")
    var tlsKey: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Allow an address beyond this machine: a proxy in front brings TLS."
    )
    var behindProxy: Bool?

    @Option(
        help: """
            A proxy that is believed who its clients are, such as 10.0.0.0/8; may be repeated \
            (default: this machine, with --behind-proxy).
            """
    )
    var trustedProxy: [String] = []

    @Option(help: "A file with the secret by which tokens are signed (HS256).")
    var tokenSecret: String?

    @Option(help: "A JSON Web Key Set by whose keys tokens are signed (EdDSA, ES256, RS256).")
    var tokenKeys: String?

    @Option(help: "What a token's aud has to name; not looked at without this.")
    var tokenAudience: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Let everybody who can reach the server read and edit all documents, without tokens."
    )
    var everyoneMayEdit: Bool?

    @Option(help: "A URL that is told of documents that are created, changed, or left by all.")
    var webhook: String?

    @Option(
        help: .setting("Seconds between what the webhook is told of one document", \.webhookSeconds)
    )
    var webhookSeconds: Int?

    @Option(help: "A URL that is asked about each edit before it is applied.")
    var ruleHook: String?

    @Option(
        help: .setting("Milliseconds that its answer may take", \.ruleHookMilliseconds)
    )
    var ruleHookMilliseconds: Int?

    @Option(
        help: .setting(
            "What becomes of an edit without an answer: later, as its sender comes back, or accept",
            \.ruleHookFailure
        )
    )
    var ruleHookFailure: RuleHook.Failure?

    @Option(help: "A file with the secret by which requests to hooks are signed.")
    var hookSecret: String?

    @Option(help: "A JSON file of regions and emojis that only owners may change.")
    var locks: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Serve only documents that exist: a join makes no new one."
    )
    var existingOnly: Bool?

    @Option(
        help: .setting("Seconds after which a document without members is unloaded", \.idleSeconds)
    )
    var idleSeconds: Int?

    @OptionGroup(title: "Limits") var limits: LimitFlags

    @Option(help: "Directory of backups, made when it does not exist; without it there are none.")
    var backupDirectory: String?

    @Option(
        help: .setting("Minutes between two backups; 0 makes none by itself", \.backupMinutes)
    )
    var backupMinutes: Int?

    @Option(
        help: .setting(
            "How many of the newest backups stay, besides one an hour for a day, and one a day for "
                + "thirty days",
            \.backupKeep
        )
    )
    var backupKeep: Int?

    @Option(
        help: .setting(
            "Path of the operators' socket, relative to the data directory; empty for none",
            \.adminSocket
        )
    )
    var adminSocket: String?

    @Option(help: "Address and port of the figures for Prometheus, without any check or TLS.")
    var metricsListen: String?

    @Option(
        help: .setting(
            "Edits of each document whose past is kept, counted from the last; 0 for all",
            \.historyEdits
        )
    )
    var historyEdits: Int?

    @Option(help: .setting("Days for which the past is kept; 0 for ever", \.historyDays))
    var historyDays: Int?

    @Option(help: .setting("Event loop: libev, or poll where libev is not to be had", \.loop))
    var loop: ServerOptions.Loop?

    @Option(help: .setting("Event loops that share the documents, a core each", \.loops))
    var loops: Int?

    @OptionGroup(title: "Several servers") var cluster: ClusterFlags

    private static func level(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text) else {
            throw ValidationError("There is no log level \(text).")
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
