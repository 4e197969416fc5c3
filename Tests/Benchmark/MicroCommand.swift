internal import ArgumentParser

/// `emojiart-bench micro`: does one thing many times, to be counted from outside.
struct MicroCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "micro",
        abstract: "Does one thing so many times; for who counts instructions or profiles."
    )

    @Argument(help: "What: \(MicroCase.allCases.map(\.rawValue).joined(separator: ", ")).")
    var name: MicroCase
    @Option(help: "How often.") var rounds = 1_000

    func run() throws { try name.run(rounds: rounds) }
}

extension MicroCase: ExpressibleByArgument {}
