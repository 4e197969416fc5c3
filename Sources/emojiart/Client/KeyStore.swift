internal import EmojiArt
internal import Foundation
internal import Glibc
internal import WebSockets
internal import Wire

/// The client keys on this machine, one set a server.
///
/// A client is known by its key: who presents it again can undo what it did, and its edits go on
/// counting. Two processes at once must not be one client, so each holds a key of its own: the
/// first that no other process has locked. A command that follows another one gets the same key.
///
/// Beside the keys are transcripts, one a key and document: they hold edits of an editor that the
/// server has not answered yet. Such an edit has its seq already. If another program made an edit
/// under the same key meanwhile, it would use that seq, and the server would take the kept edit for
/// answered: it would be lost without a word. So a key with such a transcript is an editor's alone.
struct KeyStore {
    let directory: String

    enum Purpose {
        /// An editor, which keeps a transcript and goes on with one that a killed editor left.
        case editor
        /// A command that keeps none.
        case command
    }

    /// A key that this process alone uses, until it ends or lets go of this.
    final class Lease {
        let key: ClientKey
        /// Where an editor's transcript is, under this key and for the document.
        let transcriptPath: String
        private let descriptor: Int32

        init(key: ClientKey, transcriptPath: String, descriptor: Int32) {
            self.key = key
            self.transcriptPath = transcriptPath
            self.descriptor = descriptor
        }

        deinit { Glibc.close(descriptor) }
    }

    /// Takes the first free key for a document's server; makes one when all are in use.
    ///
    /// An editor rather takes one that has edits to be sent; a command never does.
    ///
    /// - Throws: `ExitStatus.usage` when the directory cannot be used.
    func lease(for url: DocumentURL, purpose: Purpose) throws(ExitStatus) -> Lease {
        let server = Self.folderName(url.socket)
        let folder = "\(directory)/keys/\(server)"
        func transcript(_ number: Int) -> String { transcriptPath(url, server, number) }
        do { try SharedFile.makeFolder(folder) } catch {
            throw .usage("cannot create \(folder): choose another --state directory")
        }
        for number in purpose == .editor ? Self.numbers(in: folder) : []
        where TranscriptFile.state(at: transcript(number)) == .unclean {
            if let lease = try Self.take("\(folder)/\(number)", transcript(number)) { return lease }
        }
        for number in 1... {
            let path = transcript(number)
            guard let lease = try Self.take("\(folder)/\(number)", path) else { continue }
            switch (purpose, TranscriptFile.state(at: path)) {
            case (.editor, _), (.command, .missing): return lease
            case (.command, .unclean): continue
            case (.command, .clean):
                // It has nothing to send, and will be behind: an editor counted on from it.
                try? FileManager.default.removeItem(atPath: path)
                return lease
            }
        }
        throw .usage("no key is free in \(folder)")
    }

    /// How many editors were killed on a document and left a transcript that no editor has taken
    /// up since: each may hold edits that wait for the next ones.
    func leftBehind(on url: DocumentURL) -> Int {
        let server = Self.folderName(url.socket)
        return Self.numbers(in: "\(directory)/keys/\(server)").count { number in
            let path = transcriptPath(url, server, number)
            guard TranscriptFile.state(at: path) == .unclean else { return false }
            // One that is locked belongs to an editor that runs.
            let key = "\(directory)/keys/\(server)/\(number)"
            return (try? Self.take(key, path)) != nil
        }
    }

    private func transcriptPath(_ url: DocumentURL, _ server: String, _ number: Int) -> String {
        "\(directory)/documents/\(server)/\(number)/\(url.name.string).log"
    }

    private static func numbers(in folder: String) -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { Int($0) }.sorted()
    }

    /// Takes a key, which is made if there is none; nil when another process has it.
    private static func take(_ path: String, _ transcript: String) throws(ExitStatus) -> Lease? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .usage("cannot open \(path): choose another --state directory")
        }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            return Lease(key: try key(at: path), transcriptPath: transcript, descriptor: descriptor)
        }
        let cause = errno
        Glibc.close(descriptor)
        // Where locks do not work at all, no key would ever be free.
        guard cause == EWOULDBLOCK else {
            throw .usage("cannot lock \(path): choose another --state directory")
        }
        return nil
    }

    private static func key(at path: String) throws(ExitStatus) -> ClientKey {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        if let key = ClientKey(text.trimmingCharacters(in: .whitespacesAndNewlines)) { return key }
        guard text.isEmpty else {
            throw .usage("\(path) does not hold a client key: move it away")
        }
        var generator = SystemRandomNumberGenerator()
        let key = ClientKey(using: &generator)
        do {
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data((key.text + "\n").utf8))
            try handle.synchronize()
            try handle.close()
        } catch {
            throw .usage("cannot write \(path): choose another --state directory")
        }
        return key
    }

    /// A folder's name for a server: nothing of the URL but letters, digits, points and lines.
    private static func folderName(_ server: WebSocketURL) -> String {
        let host = server.host.lowercased().map { character in
            character.isASCII && (character.isLetter || character.isNumber || character == ".")
                ? character : "-"
        }
        return String(host) + "_\(server.port)"
    }
}
