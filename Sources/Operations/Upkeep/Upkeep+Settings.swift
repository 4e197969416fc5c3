internal import Hosting
internal import Logging
internal import Settings
internal import Transport

// Settings that are read again while the server runs.
extension Upkeep {
    /// Reads again what the flags, the environment and the file say, and puts in effect what can
    /// change; what cannot be used changes nothing.
    package func reload(_ flags: ServerFlags) {
        supervisor?.isReloading()
        defer { supervisor?.isReady("Serving documents") }
        let log = server.log
        do throws(ConfigurationError) {
            let configuration = try EffectiveConfiguration(flags: flags)
            configuration.warn(log)
            var (texts, current) = (configuration.options.texts, options.texts)
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
            try adopt(ServerOptions(texts: texts))
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
            let identity = try options.readIdentity()
            guard (identity == nil) == (certificateExpiresAt == nil) else {
                return server.log.warning(
                    "needs a restart",
                    metadata: ["setting": "tls-certificate"]
                )
            }
            if let identity { adopt(identity) }
        } catch {
            server.log.error("certificate not reloaded", metadata: ["cause": "\(error)"])
        }
    }
}
