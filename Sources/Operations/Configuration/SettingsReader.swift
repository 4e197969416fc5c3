internal import Foundation
internal import Hosting
internal import Logging
internal import Tokens
internal import WebSockets

/// Reads the settings again while the server runs, and puts in effect what can change.
package struct SettingsReader {
    let flags: ServerFlags
    let upkeep: Upkeep

    /// Reads them; what cannot be used changes nothing.
    func read() {
        let log = upkeep.server.log
        do throws(ConfigurationError) {
            let configuration = try EffectiveConfiguration(
                flags: flags,
                environment: ProcessInfo.processInfo.environment
            )
            configuration.warn(log)
            var options = upkeep.options
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
            try upkeep.adopt(options)
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
            let identity = try upkeep.options.readIdentity()
            guard (identity == nil) == (upkeep.certificate.expiresAt == nil) else {
                return upkeep.server.log.warning(
                    "needs a restart",
                    metadata: ["setting": "tls-certificate"]
                )
            }
            if let identity { upkeep.certificate.adopt(identity) }
        } catch {
            upkeep.server.log.error("certificate not reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
