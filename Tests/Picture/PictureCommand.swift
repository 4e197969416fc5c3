internal import ArgumentParser
internal import Foundation

/// Makes the README's picture of the editor: plays a session with real editors, and draws it.
@main
struct PictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-picture",
        abstract: "Plays a session with a server and three editors, and writes it as an SVG."
    )

    @Argument(help: "The file to write.") var path = "Tests/Picture/session.svg"

    func run() throws {
        var scenario = try Scenario()
        let picture = SVGPicture(
            title: "emojiart open ws://127.0.0.1:8080/documents/\(Stage.document) --name Ada",
            moments: try scenario.play()
        )
        let text = picture.text
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        print("\(path): \(text.utf8.count / 1_024) KB")
    }
}
