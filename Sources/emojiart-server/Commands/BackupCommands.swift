internal import ArgumentParser
internal import Foundation
internal import Operations
internal import SQLiteStore
internal import Store

struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a backup and verify it.",
        discussion: """
            The backup is one file. It appears only when it is complete, durable and verified. A \
            running server makes it in the background, as a file that its own user owns. For \
            scheduled backups, see --backup-directory of serve. A store in PostgreSQL is read by \
            this command itself, as it is at one moment.
            """
    )

    @Argument(help: "File to create.")
    var target: String

    @Option(help: "Where the documents are (default: as in the server's settings).")
    var store: String?

    @Flag(help: "Save what is left of a directory that is refused: a file is missing or older.")
    var incomplete = false

    @OptionGroup var server: OperatorOptions

    func run() throws {
        try OperatorExit.ifFailing {
            let report = try make()
            if server.json { try OperatorJSON.print(report) } else { print(report.text) }
            if incomplete, !server.json {
                print("edits that only the missing or older file held are not in it")
            }
        }
    }

    private func make() throws -> BackupReport {
        let settings = try server.settings()
        do {
            let draft =
                try StoreTransfer.draft(of: target, from: store ?? settings.store)
                ?? StoredJournal(directory: settings.data, isIncomplete: incomplete)
                .backup(to: target)
            return try BackupReport(finishing: draft)
        } catch StorageError.inUse {
            return try ask()
        }
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

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
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

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a backup, or one of its documents, into a stopped server's directory.",
        discussion: """
            The backup is verified first. When clients reconnect, they learn that the history was \
            replaced; they keep their unacknowledged edits and resend them.

            A store in PostgreSQL must have no documents, and no servers meanwhile.

            emojiart-server restore backup.sqlite --data data
            emojiart-server restore backup.sqlite --store postgresql://art@db.example.org/art
            emojiart-server restore backup.sqlite --data data --replace --at 2026-11-22T06:00:00Z
            emojiart-server restore backup.sqlite --data data --document valley --at 120
            """
    )

    @Argument(help: "Backup file.")
    var backup: String

    @Option(help: "Directory of the journal; created if missing.")
    var data = "data"

    @Option(help: "Address of an empty store in PostgreSQL, instead of a directory.")
    var store: String?

    @Option(help: "Restore only this document; others in the directory stay as they are.")
    var document: String?

    @Option(
        help: "Last revision or time to keep, such as 120 or 2026-11-22T06:00:00Z.",
        transform: Restore.point
    )
    var at = RestorePoint.end

    @Flag(help: "Replace the existing journal, which is kept under another name.")
    var replace = false

    func validate() throws {
        if case .revision = at, document == nil {
            throw ValidationError("a revision belongs to one document: add --document NAME")
        }
        if let document { _ = try OperatorOptions.name(document) }
    }

    func run() throws {
        try OperatorExit.ifFailing {
            var restoration = Restoration(backup: backup, directory: data)
            restoration.document = document
            restoration.point = at
            restoration.replaces = replace
            let lines =
                try store.map { try StoreTransfer.restore(restoration, to: $0) }
                ?? restoration.run()
            for line in lines { print(line) }
        }
    }

    private static func point(_ text: String) throws -> RestorePoint {
        guard let point = RestorePoint(text) else {
            throw ValidationError(
                "--at takes a revision, or a time with its offset such as 2026-11-22T06:00:00Z"
            )
        }
        return point
    }
}
