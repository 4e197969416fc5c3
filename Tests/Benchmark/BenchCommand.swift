internal import ArgumentParser

/// Measures the project on this machine.
///
/// Figures, not a test: they depend on the machine and on what else it does. Only counts of
/// instructions and allocations are compared with recorded ones.
@main
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-bench",
        abstract: "Measures the parts by counting, and the server by loading it.",
        subcommands: [
            RunCommand.self, StorageCommand.self, MicroCommand.self,
        ],
        defaultSubcommand: RunCommand.self
    )
}

/// Why nothing could be measured.
struct BenchError: Error, CustomStringConvertible {
    let what: String

    var description: String { what }
}
