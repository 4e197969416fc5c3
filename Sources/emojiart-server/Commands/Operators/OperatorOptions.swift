internal import ArgumentParser
internal import EmojiArt
internal import Hosting
internal import Operations
internal import Transport
internal import WebSockets

/// Which server a command speaks to.
struct OperatorOptions: ParsableArguments {
    @Option(help: "The server's operator socket (default: as in its settings).")
    var socket: String?

    @Option(help: "The server's data directory (default: as in its settings).")
    var data: String?

    @Option(help: "The server's settings file; environment variables apply as for the server.")
    var config: String?

    @Flag(help: "Print JSON.") var json = false

    static func name(_ text: String) throws -> DocumentName {
        guard let name = DocumentName(text) else {
            throw ValidationError("'\(text)' is not a document name: use a-z 0-9 - _")
        }
        return name
    }

    func report(_ result: String, _ document: DocumentName, _ text: String) {
        print(json ? #"{"document":"\#(document)","result":"\#(result)"}"# : text)
    }

    /// The way to the server.
    ///
    /// - Throws: an exit code, EX_CONFIG, when the settings name no socket.
    func client(timeoutSeconds: Int = 30) throws -> OperatorClient {
        OperatorClient(socket: try path(), timeoutSeconds: timeoutSeconds)
    }

    func settings() throws -> ServerOptions {
        let given = [("--data", data), ("--config", config)]
        let flags = try ServerFlags.parse(
            given.flatMap { name, value in value.map { [name, $0] } ?? [] }
        )
        return try EffectiveConfiguration.read(flags).options
    }

    private func path() throws -> String {
        if let path = try socket ?? settings().adminSocketPath { return path }
        throw OperatorExit.tell(
            "the server's settings have no admin-socket: set a path and restart the server",
            78
        )
    }
}
