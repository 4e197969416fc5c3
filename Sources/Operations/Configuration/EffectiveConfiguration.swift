internal import ArgumentParser
internal import Foundation
internal import Hosting
package import Logging
internal import Settings

/// The options in effect, and where each comes from: flags over environment over file over default.
package struct EffectiveConfiguration: Sendable {
    /// The options in effect.
    package let options: ServerOptions
    /// Where the value of each setting comes from, by key.
    package let sources: [String: SettingSource]
    /// Variables of the environment that look like settings and are none, with what is meant.
    package let strangers: [(variable: String, nearest: String)]

    init(
        flags: ServerFlags,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ConfigurationError) {
        let path = flags.config ?? environment[Self.fileVariable]
        let file = try path.map(ConfigurationFile.read) ?? [:]
        var texts: [String: String] = [:]
        var sources: [String: SettingSource] = [:]
        for setting in SettingRow.all {
            let (text, source): (String, SettingSource) =
                if let text = flags.texts[setting.property] {
                    (text, .flag)
                } else if let text = environment[setting.variable] {
                    (text, .environment(setting.variable))
                } else if let path, let text = file[setting.key] {
                    (text, .file(path))
                } else {
                    (setting.preset, .preset)
                }
            guard setting.accepts(text) else {
                throw .badValue(key: setting.key, source: source, expected: setting.expected)
            }
            texts[setting.property] = text
            sources[setting.key] = source
        }
        options = ServerOptions(texts: texts)
        self.sources = sources
        strangers = Self.strangers(in: environment)
        try options.checkTogether()
    }

    /// Puts the options of a program together as it starts.
    ///
    /// - Throws: `ValidationError` for what contradicts each other, else an exit code, EX_CONFIG,
    ///   once standard error says why.
    package static func read(_ flags: ServerFlags) throws -> EffectiveConfiguration {
        do throws(ConfigurationError) {
            return try EffectiveConfiguration(flags: flags)
        } catch {
            if case .contradiction = error { throw ValidationError("\(error)") }
            throw OperatorExit.tell("\(error)", error.exitCode)
        }
    }

    /// Says which variables of the environment are none of the settings that they look like.
    package func warn(_ log: Logger) {
        for (variable, nearest) in strangers {
            log.warning(
                "unknown setting in the environment",
                metadata: ["variable": "\(variable)", "nearest": "\(nearest)"]
            )
        }
    }

    static let fileVariable = SettingRow.prefix + "CONFIG"

    /// No error: programs beside this one, and some supervisors, set variables of their own.
    private static func strangers(
        in environment: [String: String]
    ) -> [(variable: String, nearest: String)] {
        let known = SettingRow.all.map(\.variable) + [fileVariable]
        return environment.keys.filter { $0.hasPrefix(SettingRow.prefix) && !known.contains($0) }
            .sorted()
            .map { ($0, Likeness.nearest(to: $0, of: known)) }
    }
}

/// Where the value of a setting comes from.
package enum SettingSource: Sendable, Equatable, CustomStringConvertible {
    case flag
    /// The variable's name.
    case environment(String)
    /// The file's path.
    case file(String)
    case preset

    /// The source as an operator knows it.
    package var description: String {
        switch self {
        case .flag: "flag"
        case .environment(let name): "environment \(name)"
        case .file(let path): path
        case .preset: "default"
        }
    }
}

extension ServerOptions {
    init(texts: [String: String]) {
        // Each of the two takes those of its own properties.
        var object: [String: Any] = texts
        object["hosting"] = texts
        do {
            let data = try JSONSerialization.data(withJSONObject: object)
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            preconditionFailure(
                "A setting has no text, or one that its row does not accept: \(error)"
            )
        }
    }

    /// The values as texts, by the names of properties.
    package var texts: [String: String] {
        let data = try? JSONEncoder().encode(self)
        let object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
        let hosting = object?["hosting"] as? [String: String]
        return object?.compactMapValues { $0 as? String }.merging(hosting ?? [:]) { $1 } ?? [:]
    }

    /// Checks what one value alone does not tell.
    fileprivate func checkTogether() throws(ConfigurationError) {
        let asksTokens = !tokenSecret.isEmpty || !tokenKeys.isEmpty
        let isLocal = hosting.listen.isLoopback
        let contradictions: [(Bool, String)] = [
            (
                tlsCertificate.isEmpty != tlsKey.isEmpty,
                "--tls-certificate and --tls-key need each other: give both, or neither"
            ),
            (
                !isLocal && !hosting.behindProxy && tlsCertificate.isEmpty,
                "\(hosting.listen) is reachable from other machines, and without TLS the network "
                    + "can read everything: give --tls-certificate FILE and --tls-key FILE; or put "
                    + "a proxy with TLS in front and give --behind-proxy; or listen on 127.0.0.1"
            ),
            (
                hosting.loops != 1 && !tlsCertificate.isEmpty,
                "--loops \(hosting.loops) must see which document a connection is for, and TLS "
                    + "hides it: put a proxy with TLS in front and give --behind-proxy, or omit "
                    + "--loops"
            ),
            (
                !hosting.node.isEmpty && (store == "sqlite" || nodeSecret.isEmpty),
                "--node is for several servers of one store: give each --store postgresql://... "
                    + "and --node-secret FILE, or remove --node"
            ),
            (
                !hosting.node.isEmpty && hosting.loops != 1,
                "a server among several has one loop: remove --loops, and start more servers"
            ),
            (
                store != "sqlite" && !backupDirectory.isEmpty,
                "--backup-directory is for the store that this server keeps itself, and PostgreSQL "
                    + "makes its own backups: remove --backup-directory"
            ),
            (
                asksTokens && everyoneMayEdit,
                "--everyone-may-edit and tokens exclude each other: remove one of them"
            ),
            (
                (!isLocal || hosting.behindProxy) && !asksTokens && !everyoneMayEdit,
                "other machines can reach this server, and it asks for no token: give "
                    + "--token-secret FILE or --token-keys FILE, or give --everyone-may-edit to "
                    + "let everybody read and edit everything"
            ),
        ]
        if let (_, text) = contradictions.first(where: \.0) { throw .contradiction(text) }
    }
}

/// Why settings cannot be used: the cause, and the next step.
package enum ConfigurationError: OperatorError {
    /// The file is not there, or is no YAML, or no mapping.
    case unreadable(path: String, cause: String)
    /// A key that means nothing, and the name that is most like it.
    case unknownKey(String, path: String, nearest: String)
    case badValue(key: String, source: SettingSource, expected: String)
    case contradiction(String)

    /// EX_CONFIG.
    var exitCode: Int32 { 78 }

    /// The cause, and the next step.
    package var description: String {
        switch self {
        case .unreadable(let path, let cause): "cannot use \(path): \(cause)"
        case .unknownKey(let key, let path, let nearest):
            "\(path): there is no setting '\(key)'; did you mean \(nearest)?"
        case .badValue(let key, let source, let expected):
            "\(key) (\(source)) must be \(expected)"
        case .contradiction(let text): text
        }
    }
}
