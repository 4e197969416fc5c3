internal import ArgumentParser
internal import Foundation
internal import Terminal
internal import Transport
internal import WebSockets
internal import Wire

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Edit a document live in the terminal.",
        discussion: """
            Use the mouse and the keyboard; ? lists the shortcuts. You can edit while the server \
            cannot be reached: edits are kept in --state and sent later, even if the editor was \
            killed. Programs use `emojiart edit --json` instead.
            """
    )

    @Argument(help: "The document: ws://HOST:PORT/documents/NAME, or its address in a browser.")
    var url: DocumentURL

    @Option(help: "The name that other members see.")
    var name: String = Open.userName

    @Flag(help: "Join as a viewer, without editing.")
    var readOnly = false

    @Flag(name: .customLong("no-mouse"), help: "Do not capture the mouse.")
    var hasNoMouse = false

    @Option(help: "Colours: auto, none, 16, 256 or true.")
    var colours = ColourChoice.auto

    @Flag(name: .customLong("ascii"), help: "Draw with ASCII only; letters stand for emojis.")
    var isASCII = false

    @Option(help: "Directory of client keys and unsent edits.")
    var state: String = ClientOptions.defaultState

    @OptionGroup var access: AccessOptions

    func validate() throws { try ClientOptions.check(name) }

    func run() throws {
        // Before any thread is made: each inherits which signals are blocked.
        let signals = Signals(EditorSession.signals)
        guard let device = TerminalDevice() else {
            throw ExitStatus.usage(
                "the editor needs a terminal; programs use emojiart edit --json or emojiart watch"
            )
        }
        let capabilities = Self.capabilities(colours.level, isASCII: isASCII)
        try EditorSession(self, on: device, capabilities).run(signals)
    }

    /// What the terminal can do, as far as the environment tells.
    static func capabilities(_ colours: ColourLevel? = nil, isASCII: Bool) -> Capabilities {
        let environment = ProcessInfo.processInfo.environment
        return Capabilities(
            colours: ColourLevel.detect(flag: colours, environment: environment, isTerminal: true),
            isASCII: isASCII || !hasUTF8(environment)
        )
    }

    /// The login name, as far as others may be shown it.
    private static var userName: String {
        let environment = ProcessInfo.processInfo.environment
        let name = environment["USER"] ?? environment["LOGNAME"] ?? ""
        return MemberName.isValid(name) ? name : ""
    }

    /// Whether the locale's characters are UTF-8, by the variables that decide it, in their order.
    private static func hasUTF8(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty })
        else {
            // Without any of them the locale is "C", which says nothing about a terminal of today.
            return true
        }
        let lower = locale.lowercased()
        return lower.contains("utf-8") || lower.contains("utf8")
    }
}

enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case sixteen = "16"
    case palette256 = "256"
    case truecolour = "true"

    /// The level that is asked for; nil for the terminal's own.
    var level: ColourLevel? { ColourLevel(rawValue: rawValue) }
}
