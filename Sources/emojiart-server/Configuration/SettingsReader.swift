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
            var options = server.options
            var changed: [String] = []
            for setting in Setting.all {
                let texts = setting.texts(configuration.options)
                guard texts != setting.texts(options) else { continue }
                guard setting.isReloadable else {
                    log.warning(
                        "needs a restart",
                        metadata: ["setting": "\(setting.key)"]
                    )
                    continue
                }
                setting.copy(configuration.options, &options)
                changed.append(setting.key)
            }
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
