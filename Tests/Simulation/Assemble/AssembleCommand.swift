import ArgumentParser
import Foundation

/// `emojiart-assemble`: lays out the package of the simulation.
@main
struct AssembleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-assemble",
        abstract: "Lays out the package in which the server runs on a simulated network and disk."
    )

    @Option(help: "Directory of the package to make.")
    var package: String

    @Flag(help: "Plant the bugs that the simulation has to find.")
    var planted = false

    func run() throws {
        let assembly = Assembly(
            root: URL(filePath: FileManager.default.currentDirectoryPath),
            package: URL(filePath: package),
            changes: Change.smallLimits + [.silence]
                + (planted ? PlantedBug.all.flatMap(\.changes) : [])
        )
        try assembly.make()
    }
}
