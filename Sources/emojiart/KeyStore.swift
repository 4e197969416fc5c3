internal import Foundation
internal import Glibc
internal import WebSockets
internal import Wire

/// The client keys on this machine, one set a server.
///
/// A client is known by its key: who presents it again can undo what it did, and its edits go on
/// counting. Two processes at once must not be one client, so each holds a key of its own: the
/// first that no other process has locked. A command that follows another one gets the same key.
struct KeyStore {
    let directory: String

    /// A key that this process alone uses, until it ends or lets go of this.
    final class Lease {
        let key: ClientKey
        private let descriptor: Int32

        init(key: ClientKey, descriptor: Int32) {
            self.key = key
            self.descriptor = descriptor
        }

        deinit { Glibc.close(descriptor) }
    }

    /// Takes the first free key for a server; makes one when all are in use.
    ///
    /// - Throws: `ExitStatus.usage` when the directory cannot be used.
    func lease(for server: WebSocketURL) throws(ExitStatus) -> Lease {
        let folder = directory + "/keys/" + Self.folderName(server)
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .usage("cannot make \(folder): choose another --state directory")
        }
        for number in 1... {
            let path = "\(folder)/\(number)"
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw .usage("cannot open \(path): choose another --state directory")
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                return Lease(key: try Self.key(at: path), descriptor: descriptor)
            }
            let cause = errno
            Glibc.close(descriptor)
            // Where locks do not work at all, no key would ever be free.
            guard cause == EWOULDBLOCK else {
                throw .usage("cannot lock \(path): choose another --state directory")
            }
        }
        throw .usage("no key is free in \(folder)")
    }

    /// Reads a key, or makes one in a file that is new.
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
