internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Sync
internal import Wire

/// What all commands that join a document have in common.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The document: ws://HOST:PORT/documents/NAME")
    var url: DocumentURL

    @Option(help: "The name that other members see.")
    var name = ""

    @Option(help: "Directory of client keys, which identify this client to servers.")
    var state: String = ClientOptions.defaultState

    @OptionGroup var request: RequestOptions

    func validate() throws { try Self.check(name) }

    /// The server would send a client with another name away.
    static func check(_ name: String) throws {
        guard MemberName.isValid(name) else {
            throw ValidationError(
                "--name takes at most \(Limits.memberNameBytesMax) bytes, no control characters, "
                    + "and something that is visible"
            )
        }
    }

    /// `$XDG_STATE_HOME/emojiart`, or the place that stands for it when it is not set.
    static var defaultState: String {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["XDG_STATE_HOME"], directory.hasPrefix("/") {
            return directory + "/emojiart"
        }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state/emojiart"
    }

    /// Makes one edit and prints its answer.
    func edit(_ request: ClientMessage.Request) throws(ExitStatus) {
        try edit { (_) throws(ExitStatus) in request }
    }

    /// Makes one edit that needs to know the client's number, and prints its answer.
    func edit(
        _ make: @escaping (inout Replica) throws(ExitStatus) -> ClientMessage.Request
    ) throws(ExitStatus) {
        let edits = SingleEdits { (replica) throws(ExitStatus) in [try make(&replica)] }
        try Session(self, body: edits).run()
    }
}
