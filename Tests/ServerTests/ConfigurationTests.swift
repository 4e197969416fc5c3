internal import ArgumentParser
import Foundation
import Settings
import Testing
import WebSockets

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Settings: where they may be given, and what is said of those that cannot be used.
struct ConfigurationTests {
    /// The configuration that a file's text, variables and flags give.
    private func read(
        file: String? = nil,
        environment: [String: String] = [:],
        flags: [String] = []
    ) throws -> EffectiveConfiguration {
        var flags = flags
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: path) }
        if let file {
            try Data(file.utf8).write(to: path)
            flags += ["--config", path.path]
        }
        return try EffectiveConfiguration(
            flags: ServerFlags.parse(flags),
            environment: environment
        )
    }

    /// What is said of settings that cannot be used.
    private func fault(file: String? = nil, flags: [String] = []) -> String {
        do {
            _ = try read(file: file, flags: flags)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test func `flags win over the environment, that over the file, that over defaults`()
        throws
    {
        let file = "idle-seconds: 10\nconnections: 20\ndata: there\n"
        let environment = ["EMOJIART_IDLE_SECONDS": "11", "EMOJIART_CONNECTIONS": "21"]
        let found = try read(file: file, environment: environment, flags: ["--idle-seconds", "12"])
        #expect(found.options.hosting.idleSeconds == 12)
        #expect(found.options.hosting.connections == 21)
        #expect(found.options.data == "there")
        #expect(found.options.hosting.messagesPerSecond == 1_000)
        #expect(found.sources["idle-seconds"] == .flag)
        #expect(found.sources["connections"] == .environment("EMOJIART_CONNECTIONS"))
        #expect(found.sources["data"]?.description.hasPrefix("/") == true)
        #expect(found.sources["messages-per-second"] == .preset)
    }

    @Test func `each setting can be given in all three places`() throws {
        let values = [
            "7", "true", "127.0.0.1:81", "https://a.example", "10.0.0.0/8", "postgresql://h/n",
        ]
        var samples: [String: String] = [:]
        for setting in SettingRow.all {
            let sample = (setting.words + values).first {
                $0 != setting.preset && setting.accepts($0)
            }
            samples[setting.key] = sample
        }
        // Tokens do not go with everybody's edits, nor several loops with TLS or several servers.
        let apart = ["token-", "tls-", "node", "store"]
        for isSecond in [false, true] {
            let keys = samples.keys.filter {
                apart.contains(where: $0.hasPrefix) == isSecond
            }
            let settings = SettingRow.all.filter { keys.contains($0.key) }
            var (flags, environment, file): ([String], [String: String], String) = ([], [:], "")
            for setting in settings {
                let sample = try #require(samples[setting.key])
                flags += ["--\(setting.key)"] + (setting.kind == .flag ? [] : [sample])
                environment[setting.variable] = sample
                let value = setting.kind == .list ? "[\(sample)]" : "\"\(sample)\""
                file += "\(setting.key): \(value)\n"
            }
            let sources = [
                try read(flags: flags), try read(environment: environment), try read(file: file),
            ]
            for setting in settings {
                for found in sources {
                    #expect(
                        found.options.texts[setting.property] == samples[setting.key],
                        "\(setting.key)"
                    )
                }
            }
        }
    }

    @Test func `CN11 CN14 silence and stalls end a connection as the protocol says, or as set`()
        throws
    {
        let preset = HostingOptions().connectionLimits
        #expect(preset.pingIntervalSeconds == 20 && preset.idleTimeoutSeconds == 30)
        #expect(preset.stallTimeoutSeconds == 10)
        let flags = ["--ping-seconds", "1", "--stall-seconds", "3"]
        let set = try read(flags: flags).options.hosting.connectionLimits
        #expect(set.pingIntervalSeconds == 1 && set.idleTimeoutSeconds == 2)
        #expect(set.stallTimeoutSeconds == 3)
    }

    @Test func `lists have commas in the environment and are lists in the file`() throws {
        let environment = ["EMOJIART_HOST": "a.example,b.example"]
        #expect(
            try read(environment: environment).options.hosting.host == ["a.example", "b.example"]
        )
        #expect(try read(file: "host:\n  - a\n  - b\n").options.hosting.host == ["a", "b"])
        #expect(
            try read(flags: ["--host", "a", "--host", "b"]).options.hosting.host == ["a", "b"]
        )
    }

    @Test func `a flag can take back what the file says`() throws {
        let file = "behind-proxy: true\neveryone-may-edit: true\n"
        #expect(try read(file: file).options.hosting.behindProxy)
        #expect(try !read(file: file, flags: ["--no-behind-proxy"]).options.hosting.behindProxy)
    }

    @Test func `an unknown key of the file is an error with the nearest name`() {
        #expect(fault(file: "idle-second: 5\n").contains("did you mean idle-seconds?"))
        #expect(fault(file: "conections: 5\n").contains("no setting 'conections'; did you mean"))
    }

    @Test func `a strange variable is told with the nearest name, and is no error`() throws {
        let found = try read(environment: ["EMOJIART_LISTN": "x", "OTHER": "y"])
        #expect(found.strangers.map(\.variable) == ["EMOJIART_LISTN"])
        #expect(found.strangers.map(\.nearest) == ["EMOJIART_LISTEN"])
    }

    @Test(arguments: [
        ("idle-seconds: soon\n", "a number from 1 to"), ("idle-seconds: 0\n", "a number from 1 to"),
        ("idle-seconds: [1, 2]\n", "one value"), ("host: a\n", "a list of strings"),
        ("log-level: loud\n", "trace, debug"), ("listen: nowhere\n", "HOST:PORT"),
        ("behind-proxy: maybe\n", "true or false"), ("- listen\n", "cannot use"),
        ("listen: [\n", "not YAML"), ("listen\n", "cannot use"),
        ("listen: 0.0.0.0:80\n", "--behind-proxy"), ("tls-key: k\n", "need each other"),
        ("tls-certificate: c\n", "need each other"), ("trusted-proxy: [a.example]\n", "10.0.0.0/8"),
        // A hook that no request could go to would be no hook.
        ("rule-hook: http://rules:80a/\n", "an http or https URL"),
        ("rule-hook: http://[::1\n", "an http or https URL"),
        ("webhook: https:///\n", "an http or https URL"),
    ])
    func `what cannot be used says what it should have been`(file: String, told: String) {
        #expect(fault(file: file).contains(told), "\(fault(file: file))")
    }

    @Test func `a file of comments sets nothing, one that is not there is an error`() throws {
        #expect(try read(file: "# nothing\n").options == ServerOptions())
        #expect(try read(file: "").options == ServerOptions())
        #expect(fault(flags: ["--config", "/nowhere/x.yaml"]).contains("/nowhere/x.yaml"))
    }

    @Test func `names are compared by the letters that differ`() {
        #expect(Likeness.distance("kitten", "sitting") == 3)
        #expect(Likeness.distance("", "abc") == 3)
        #expect(Likeness.distance("same", "same") == 0)
    }
}
