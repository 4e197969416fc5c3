internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import SQLiteStore
internal import Store

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Make a backup and verify it.",
        discussion: """
            The backup is one file. It appears only when it is complete, durable and verified. A \
            running server makes it in the background, as a file that its own user owns. For \
            scheduled backups, see --backup-directory of serve.
            """
    )

    @Argument(help: "File to create.")
    var target: String

    @OptionGroup var server: OperatorOptions

    func run() throws {
        try OperatorExit.ifFailing {
            let report = try make()
            guard server.json else { return print(report.text) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(report), as: UTF8.self))
        }
    }

    private func make() throws -> BackupReport {
        let data = try server.settings().data
        let draft: BackupDraft
        do throws(StorageError) {
            draft = try StoredJournal(directory: data).backup(to: target)
        } catch .inUse {
            return try ask()
        }
        return try BackupReport(finishing: draft)
    }

    /// Has the server make it, which knows files by their whole paths.
    private func ask() throws -> BackupReport {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/-._~"))
        let path = URL(filePath: target).path
        let query = path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
        let client = try server.client()
        _ = try client.ask("POST", "/admin/backup?path=\(query)")
        while true {
            let status = try client.get(BackupStatus.self, "/admin/backup")
            if let report = status.report, status.path == path { return report }
            if status.status != 202 || status.path != path {
                let problem = status.problem ?? "another backup was started after \(path)"
                throw OperatorExit.tell(problem, OperatorClient.exitCode(of: status.status))
            }
            // The server answers at once: it is asked again.
            Thread.sleep(forTimeInterval: 0.1)
        }
    }
}
