internal import Foundation
internal import Logging
internal import Tokens
internal import WebSockets

/// Reads the settings again while the server runs, and puts in effect what can change.
struct SettingsReader {
    let flags: ServerFlags
    let server: Server

    /// Reads them; what cannot be used changes nothing.
    func read() {
        let log = server.log
        do throws(ConfigurationError) {
            let configuration = try EffectiveConfiguration(
                flags: flags,
                environment: ProcessInfo.processInfo.environment
            )
            configuration.warn(log)
            var (texts, current) = (configuration.options.texts, server.options.texts)
            var changed: [String] = []
            for setting in SettingRow.all where texts[setting.property] != current[setting.property]
            {
                if setting.isReloadable {
                    changed.append(setting.key)
                } else {
                    log.warning("needs a restart", metadata: ["setting": "\(setting.key)"])
                    texts[setting.property] = current[setting.property]
                }
            }
            let options = ServerOptions(texts: texts)
            // The files of the keys may have changed while their names did not.
            let tokens = try options.tokenVerifier()
            let rules = try options.rules()
            server.onAllLoops { [options] in $0.adopt(options, tokens, rules) }
            renewCertificate()
            log.notice(
                "settings reloaded",
                metadata: ["changed": "\(changed.joined(separator: " "))"]
            )
        } catch {
            log.error("settings not reloaded", metadata: ["cause": "\(error)"])
        }
    }

    /// Reads the certificate again, whose files may have changed while their names did not.
    private func renewCertificate() {
        do throws(WebSocketError) {
            let identity = try server.options.readIdentity()
            guard (identity == nil) == (server.upkeep?.certificate.expiresAt == nil) else {
                return server.log.warning(
                    "needs a restart",
                    metadata: ["setting": "tls-certificate"]
                )
            }
            if let identity { server.upkeep?.certificate.adopt(identity) }
        } catch {
            server.log.error("certificate not reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
