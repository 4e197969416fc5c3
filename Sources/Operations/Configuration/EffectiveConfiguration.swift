internal import ArgumentParser
internal import Foundation
internal import Hosting
package import Logging

/// The options in effect, and where each comes from: flags over environment over file over default.
package struct EffectiveConfiguration: Sendable {
    package private(set) var options = ServerOptions()
    /// Where the value of each setting of `Setting.all` comes from, by key.
    package private(set) var sources: [String: SettingSource] = [:]
    /// Variables of the environment that look like settings and are none, with what is meant.
    package private(set) var strangers: [(variable: String, nearest: String)] = []

    /// Puts the options together.
    ///
    /// - Parameters:
    ///   - flags: What was said on the command line.
    ///   - environment: All variables.
    /// - Throws: for a file that cannot be used and for a value that is none.
    init(
        flags: ServerFlags,
        environment: [String: String]
    ) throws(ConfigurationError) {
        var file: (path: String, values: [String: SettingContent])?
        if let path = flags.config ?? environment[Self.fileVariable] {
            file = (path, try ConfigurationFile.read(path, knowing: Setting.all.map(\.key)))
        }
        for setting in Setting.all {
            var given: (content: SettingContent, source: SettingSource)?
            if let content = setting.given(flags) {
                given = (content, .flag)
            } else if let text = environment[setting.variable] {
                let content = SettingContent(text, isList: setting.isList)
                given = (content, .environment(setting.variable))
            } else if let file, let content = file.values[setting.key] {
                given = (content, .file(file.path))
            }
            sources[setting.key] = given?.source ?? .preset
            guard let given, let expected = setting.assign(given.content, &options) else {
                continue
            }
            throw .badValue(key: setting.key, source: given.source, expected: expected)
        }
        strangers = Self.strangers(in: environment)
        try options.checkTogether()
    }

    /// Puts the options of a program together as it starts.
    ///
    /// - Throws: `ValidationError` for what was said on the command line or would be there, else an
    ///   exit code, EX_CONFIG, once standard error says why.
    package static func read(_ flags: ServerFlags) throws -> EffectiveConfiguration {
        do throws(ConfigurationError) {
            return try EffectiveConfiguration(
                flags: flags,
                environment: ProcessInfo.processInfo.environment
            )
        } catch {
            switch error {
            case .contradiction, .badValue(_, .flag, _): throw ValidationError("\(error)")
            default:
                try? FileHandle.standardError.write(
                    contentsOf: Data("emojiart-server: \(error)\n".utf8)
                )
                throw ExitCode(78)
            }
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

    /// The variable that names the file.
    static let fileVariable = Setting.prefix + "CONFIG"

    /// No error: programs beside this one, and some supervisors, set variables of their own.
    private static func strangers(
        in environment: [String: String]
    ) -> [(variable: String, nearest: String)] {
        let known = Setting.all.map(\.variable) + [fileVariable]
        return environment.keys.filter { $0.hasPrefix(Setting.prefix) && !known.contains($0) }
            .sorted()
            .map { ($0, Likeness.nearest(to: $0, of: known)) }
    }
}

extension ServerOptions {
    /// Checks what one value alone does not tell.
    fileprivate func checkTogether() throws(ConfigurationError) {
        try checkHosting()
        let asksTokens = !tokenSecret.isEmpty || !tokenKeys.isEmpty
        guard !(asksTokens && everyoneMayEdit) else {
            throw .contradiction(
                "--everyone-may-edit and tokens exclude each other: remove one of them"
            )
        }
        guard (hosting.listen.isLoopback && !hosting.behindProxy) || asksTokens || everyoneMayEdit else {
            throw .contradiction(
                "other machines can reach this server, and it asks for no token: give "
                    + "--token-secret FILE or --token-keys FILE, or give --everyone-may-edit to "
                    + "let everybody read and edit everything"
            )
        }
    }
}
