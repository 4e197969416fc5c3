internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import WebSockets

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the documents of a server, one JSON object a line."
    )

    @Argument(help: "The server: ws://HOST:PORT, or any document of it.") var url: String
    @OptionGroup var request: RequestOptions

    func run() throws {
        guard let server = try? WebSocketURL(url) else {
            throw ExitStatus.usage("not a server URL: \"\(url)\"; use ws://HOST:PORT")
        }
        let bytes = Array(try request.fetch().get(server.http("/documents")))
        var reader = JSONReader()
        do { try reader.read(bytes.span, within: .file) } catch {
            throw ExitStatus.noConnection("the server's list is not JSON: \(error)")
        }
        guard reader.nodes[0].kind == .array else {
            throw ExitStatus.noConnection("the server's list is not a JSON array")
        }
        for item in reader.items(of: 0) {
            Output.line(Array(bytes[reader.nodes[item].start..<reader.nodes[item].end]))
        }
    }
}
