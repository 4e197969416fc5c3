internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import SQLiteStore

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check a backup, or the journal of a stopped server.",
        discussion: """
            Replays the stored edits of every document, compares chains, checksums and digests, \
            and prints a line per document. Exits with 65 if anything is damaged.
            """
    )

    @Argument(help: "Backup file, or data directory.")
    var path: String

    @Flag(help: "Print JSON lines: one per document, and one at the end.")
    var json = false

    func run() throws {
        try OperatorExit.ifFailing {
            let tell = { (check: DocumentCheck) in print(json ? check.json : check.text) }
            let kind = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
            let check =
                kind?.isDirectory == true
                ? JournalCheck(try StoredJournal(directory: path), each: tell)
                : try JournalCheck(backup: path, each: tell)
            print(json ? check.json : check.text)
            if !check.isSound { throw ExitCode(65) }
        }
    }
}
