internal import HTTPClient
internal import Hosting
internal import Settings

/// A thing that an operator may set.
///
/// It has one name: `key` in the file, `--key` as a flag, and in the environment `EMOJIART_KEY`
/// with underscores.
package struct Setting: Sendable {
    package let key: String
    /// Whether it holds several texts: a flag is repeated, the environment has commas in between.
    package let isList: Bool
    /// Whether a change of the file takes effect by SIGHUP, without a restart.
    let isReloadable: Bool
    /// What the flags say; nil when they do not.
    let given: @Sendable (ServerFlags) -> SettingContent?
    /// Puts a value in place; the answer says what it should have been, or nil when all is well.
    let assign: @Sendable (SettingContent, inout ServerOptions) -> String?
    /// The texts of the value in effect.
    package let texts: @Sendable (ServerOptions) -> [String]
    /// Takes the value over from other options.
    let copy: @Sendable (_ source: ServerOptions, _ target: inout ServerOptions) -> Void

    /// A setting of one value.
    ///
    /// - Parameters:
    ///   - key: Its name in files; the flag and the variable are made of it.
    ///   - path: Where the options keep it.
    ///   - flag: Where the command line keeps it.
    ///   - expected: What values there are, for who gave another.
    ///   - isReloadable: Whether a running server takes a new value.
    ///   - accepts: Which values are allowed.
    init<Value: SettingValue>(
        _ key: String,
        _ path: any WritableKeyPath<ServerOptions, Value> & Sendable,
        flag: any KeyPath<ServerFlags, Value?> & Sendable,
        expected: String,
        isReloadable: Bool = false,
        accepts: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) {
        self.key = key
        self.isReloadable = isReloadable
        isList = false
        given = { $0[keyPath: flag].map { .text($0.settingText) } }
        assign = { content, options in
            guard case .text(let text) = content else { return "one value" }
            guard let value = Value(settingText: text), accepts(value) else { return expected }
            options[keyPath: path] = value
            return nil
        }
        texts = { [$0[keyPath: path].settingText] }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// A setting of several texts.
    init(
        _ key: String,
        _ path: any WritableKeyPath<ServerOptions, [String]> & Sendable,
        flag: any KeyPath<ServerFlags, [String]> & Sendable,
        expected: String = "a list of strings",
        isReloadable: Bool = false,
        accepts: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.key = key
        self.isReloadable = isReloadable
        isList = true
        given = { $0[keyPath: flag].isEmpty ? nil : .list($0[keyPath: flag]) }
        assign = { content, options in
            guard case .list(let texts) = content else { return "a list of strings" }
            guard texts.allSatisfy(accepts) else { return expected }
            options[keyPath: path] = texts
            return nil
        }
        texts = { $0[keyPath: path] }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    /// A number within bounds.
    init(
        _ key: String,
        _ path: any WritableKeyPath<ServerOptions, Int> & Sendable,
        flag: any KeyPath<ServerFlags, Int?> & Sendable,
        in range: ClosedRange<Int>,
        isReloadable: Bool = false
    ) {
        self.init(
            key,
            path,
            flag: flag,
            expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            isReloadable: isReloadable,
            accepts: range.contains
        )
    }

    /// The name in the environment.
    var variable: String {
        Self.prefix + key.uppercased().replacing("-", with: "_")
    }

    static let prefix = "EMOJIART_"
}

extension Setting {
    private static let yesOrNo = "true or false"

    /// Whether a text is a URL that a request can go to; an empty one is none at all.
    @Sendable private static func isURL(_ text: String) -> Bool {
        text.isEmpty || HTTPURL(text) != nil
    }

    /// All of them, in the order in which they are shown.
    package static let all = main + limits + keeping

    private static let main = [
        Setting("listen", \.listen, flag: \.listen, expected: "HOST:PORT"),
        Setting("data", \.data, flag: \.data, expected: "a directory", accepts: { !$0.isEmpty }),
        Setting(
            "log-level",
            \.logLevel,
            flag: \.logLevel,
            expected: "trace, debug, info, notice, warning, error or critical",
            isReloadable: true
        ),
        Setting("log-format", \.logFormat, flag: \.logFormat, expected: "text or json"),
        Setting(
            "host",
            \.host,
            flag: \.host,
            expected: "a host such as art.example.org or art.example.org:8443",
            isReloadable: true,
            accepts: { !$0.contains("/") }
        ),
        Setting(
            "origin",
            \.origin,
            flag: \.origin,
            expected: "an origin such as https://art.example.org",
            isReloadable: true,
            accepts: { $0.contains(/^https?:\/\/[^\/]+$/) }
        ),
        Setting(
            "tls-certificate",
            \.tlsCertificate,
            flag: \.tlsCertificate,
            expected: "a file",
            isReloadable: true
        ),
        Setting("tls-key", \.tlsKey, flag: \.tlsKey, expected: "a file", isReloadable: true),
        Setting("behind-proxy", \.behindProxy, flag: \.behindProxy, expected: yesOrNo),
        Setting("trusted-proxy", \.trustedProxy, flag: \.trustedProxy, isReloadable: true),
        Setting(
            "token-secret",
            \.tokenSecret,
            flag: \.tokenSecret,
            expected: "a file",
            isReloadable: true
        ),
        Setting(
            "token-keys",
            \.tokenKeys,
            flag: \.tokenKeys,
            expected: "a file",
            isReloadable: true
        ),
        Setting(
            "token-audience",
            \.tokenAudience,
            flag: \.tokenAudience,
            expected: "a string",
            isReloadable: true
        ),
        Setting(
            "everyone-may-edit",
            \.everyoneMayEdit,
            flag: \.everyoneMayEdit,
            expected: yesOrNo
        ),
        Setting(
            "webhook",
            \.webhook,
            flag: \.webhook,
            expected: "an http or https URL",
            accepts: isURL
        ),
        Setting(
            "webhook-seconds",
            \.webhookSeconds,
            flag: \.webhookSeconds,
            in: 0...86_400
        ),
        Setting(
            "rule-hook",
            \.ruleHook,
            flag: \.ruleHook,
            expected: "an http or https URL",
            accepts: isURL
        ),
        Setting(
            "rule-hook-milliseconds",
            \.ruleHookMilliseconds,
            flag: \.ruleHookMilliseconds,
            in: 1...60_000
        ),
        Setting(
            "rule-hook-failure",
            \.ruleHookFailure,
            flag: \.ruleHookFailure,
            expected: "later or accept"
        ),
        Setting("hook-secret", \.hookSecret, flag: \.hookSecret, expected: "a file"),
        Setting("locks", \.locks, flag: \.locks, expected: "a file", isReloadable: true),
        Setting(
            "existing-only",
            \.existingOnly,
            flag: \.existingOnly,
            expected: yesOrNo,
            isReloadable: true
        ),
        Setting(
            "fixed-names",
            \.fixedNames,
            flag: \.fixedNames,
            expected: yesOrNo,
            isReloadable: true
        ),
        Setting(
            "idle-seconds",
            \.idleSeconds,
            flag: \.idleSeconds,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
    ]

    private static let keeping = [
        Setting(
            "backup-directory",
            \.backupDirectory,
            flag: \.backupDirectory,
            expected: "a directory",
            isReloadable: true
        ),
        Setting(
            "backup-minutes",
            \.backupMinutes,
            flag: \.backupMinutes,
            in: 0...525_600,
            isReloadable: true
        ),
        Setting(
            "backup-keep",
            \.backupKeep,
            flag: \.backupKeep,
            in: 1...100_000,
            isReloadable: true
        ),
        Setting(
            "admin-socket",
            \.adminSocket,
            flag: \.adminSocket,
            expected: "a path, or empty"
        ),
        Setting(
            "metrics-listen",
            \.metricsListen,
            flag: \.metricsListen,
            expected: "HOST:PORT, or empty",
            accepts: { $0.isEmpty || ListenAddress(settingText: $0) != nil }
        ),
        Setting(
            "history-edits",
            \.historyEdits,
            flag: \.historyEdits,
            in: 0...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "history-days",
            \.historyDays,
            flag: \.historyDays,
            in: 0...1_000_000,
            isReloadable: true
        ),
        Setting("loop", \.loop, flag: \.loop, expected: "libev or poll"),
        Setting("loops", \.loops, flag: \.loops, in: 1...64),
    ]
}
