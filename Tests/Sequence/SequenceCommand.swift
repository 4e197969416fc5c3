internal import ArgumentParser
internal import Foundation
internal import FuzzTargets
internal import TestKit

/// Prints what a member is told of a seed's edits, a message a line: for tests that are not Swift.
@main
struct SequenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "emojiart-sequence")

    @Option(help: "What decides about the edits.") var seed: UInt64
    @Option(help: "How many edits are asked for, at most 900.") var edits = 300

    func validate() throws {
        guard (1...900).contains(edits) else { throw ValidationError("--edits is 1 to 900") }
    }

    func run() throws {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<64 * edits).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for message in try EditSequence.messages(from: bytes, edits: edits) {
            FileHandle.standardOutput.write(Data(message + [0x0A]))
        }
    }
}
