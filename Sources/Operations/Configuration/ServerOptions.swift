internal import HTTPClient
package import Hosting
package import Logging
internal import PostgresStore
package import Settings

/// What an operator decides: the table of settings, each with its default and all there is to say
/// of it.
///
/// `EffectiveConfiguration` reads their values.
package struct ServerOptions: Sendable, Equatable, Codable {
    /// The settings of documents, their members and their connections.
    package var hosting = HostingOptions()
    @Setting("Directory of the journal; created if missing", .data, reloads: false)
    package var data = "data"
    @Setting(
        "Where documents are kept: sqlite, or postgresql://USER@HOST/NAME",
        .store,
        reloads: false
    )
    package var store = "sqlite"
    @Setting(
        "Let PostgreSQL acknowledge edits that it may lose (synchronous_commit below on)",
        reloads: false
    )
    var storeMayLose = false
    @Setting("File with the secret that the servers of a store share", .file, reloads: false)
    var nodeSecret = ""
    @Setting(
        "PEM file of the authorities for the servers' certificates (default: the system's)",
        .file,
        reloads: false
    )
    var nodeAuthorities = ""
    @Setting("Least severe level to log: \(Logger.Level.expected)")
    package var logLevel = Logger.Level.info
    @Setting("Format of the log: text, or json with one object per line", reloads: false)
    package var logFormat = LogFormat.text
    @Setting("PEM file with the TLS certificate, then the intermediate ones", .file)
    var tlsCertificate = ""
    @Setting("PEM file with the certificate's key; it must not be readable by everybody", .file)
    var tlsKey = ""
    @Setting("File with the shared secret that signs tokens (HS256)", .file)
    var tokenSecret = ""
    @Setting("JSON Web Key Set file that verifies tokens (EdDSA, ES256, RS256)", .file)
    var tokenKeys = ""
    @Setting("Audience that a token's aud must name; not checked if absent")
    var tokenAudience = ""
    @Setting(
        "Let everybody who can reach the server read and edit all documents without tokens",
        reloads: false
    )
    var everyoneMayEdit = false
    @Setting(
        "URL to notify when a document is created, changed, or left by its last member",
        .url,
        reloads: false
    )
    var webhook = ""
    @Setting(
        "Seconds between two notifications about one document",
        .number(0...86_400),
        reloads: false
    )
    var webhookSeconds = 10
    @Setting("URL to ask about each edit before it is applied", .url, reloads: false)
    var ruleHook = ""
    @Setting(
        "Milliseconds to wait for the rule hook's answer",
        .number(1...60_000),
        reloads: false
    )
    var ruleHookMilliseconds = 1_000
    @Setting(
        "If there is no answer: later (the sender reconnects and resends) or accept",
        reloads: false
    )
    var ruleHookFailure = RuleHook.Failure.later
    @Setting("File with the secret that signs requests to hooks", .file, reloads: false)
    var hookSecret = ""
    @Setting("JSON file of regions and emojis that only owners may change", .file)
    var locks = ""
    @Setting(
        "Mebibytes of the disk kept free; with less, edits wait; 0 keeps none",
        .limit(0...1_000_000_000)
    )
    var diskReserveMebibytes = 512
    @Setting(
        "Directory of scheduled backups, created if missing (default: no backups)",
        .directory
    )
    var backupDirectory = ""
    @Setting("Minutes between two scheduled backups; 0 for none", .number(0...525_600))
    var backupMinutes = 15
    @Setting(
        "Newest backups to keep, plus one per hour for a day and one per day for thirty days",
        .number(1...100_000)
    )
    var backupKeep = 8
    @Setting(
        "Path of the operator socket, relative to the data directory; empty for none",
        .path,
        reloads: false
    )
    var adminSocket = "admin.sock"
    @Setting(
        "Address and port of the Prometheus metrics, without access checks or TLS",
        .address,
        reloads: false
    )
    var metricsListen = ""
    @Setting(
        "Latest edits of each document to keep in its history; 0 for all",
        .number(0...1_000_000_000)
    )
    var historyEdits = 0
    @Setting("Days of history to keep; 0 for ever", .number(0...1_000_000))
    var historyDays = 0

    /// Where backups go; nil for nowhere.
    package var backupFolder: BackupFolder? {
        backupDirectory.isEmpty ? nil : BackupFolder(path: backupDirectory)
    }
}

extension SettingRow {
    /// All settings, in the order in which they are shown.
    package static let all = all(of: ServerOptions())
}

extension SettingForm<String> {
    fileprivate static let file = Self(expected: "a file")
    fileprivate static let directory = Self(expected: "a directory")
    fileprivate static let path = Self(expected: "a path, or empty")
    fileprivate static let data = Self(expected: "a directory", accepts: { !$0.isEmpty })

    fileprivate static let store = Self(
        expected: "sqlite, or an address that begins with postgresql://",
        accepts: { $0 == "sqlite" || PostgresAddress($0) != nil }
    )

    fileprivate static let url = Self(
        expected: "an http or https URL",
        accepts: { $0.isEmpty || HTTPURL($0) != nil }
    )
    fileprivate static let address = Self(
        expected: "HOST:PORT with a port up to 65535, or empty",
        accepts: { $0.isEmpty || ListenAddress(settingText: $0) != nil }
    )
}

extension Logger.Level: SettingValue {}

extension LogFormat: SettingValue {}

extension RuleHook.Failure: SettingValue {}
