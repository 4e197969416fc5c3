internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import Store

/// The end of a command that could not do what its operator asked for.
enum OperatorExit {
    /// Runs a command; what it throws is told with its cause and the next step.
    static func ifFailing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as StorageError {
            throw tell("\(error)", error.exitCode)
        } catch let error as BackupError {
            throw tell("\(error)", error.exitCode)
        }
    }

    private static func tell(_ text: String, _ code: Int32) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart-server: \(text)\n".utf8))
        return ExitCode(code)
    }
}
