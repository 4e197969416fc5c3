internal import Hosting
internal import Logging
internal import Settings
internal import Transport

/// Reads the settings again while the server runs, and puts in effect what can change.
package struct SettingsReader {
    let flags: ServerFlags
    let upkeep: Upkeep

    /// Reads again what the flags, the environment and the file say.
    package init(flags: ServerFlags, upkeep: Upkeep) {
        (self.flags, self.upkeep) = (flags, upkeep)
    }

    /// Reads them; what cannot be used changes nothing.
    package func read() {
        let log = upkeep.server.log
        do throws(ConfigurationError) {
            let configuration = try EffectiveConfiguration(flags: flags)
            configuration.warn(log)
            var (texts, current) = (configuration.options.texts, upkeep.options.texts)
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
            try upkeep.adopt(ServerOptions(texts: texts))
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
            guard (identity == nil) == (upkeep.certificateExpiresAt == nil) else {
                return upkeep.server.log.warning(
                    "needs a restart",
                    metadata: ["setting": "tls-certificate"]
                )
            }
            if let identity { upkeep.adopt(identity) }
        } catch {
            upkeep.server.log.error("certificate not reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
