internal import Foundation

/// A certificate of this machine's own addresses, and its key, in a folder of their own.
package final class TestCertificate: Sendable {
    /// What `openssl` said instead of making it.
    package struct Failed: Error {
        /// Its words.
        package let said: String
    }

    /// Where the files are.
    package let folder: String

    /// The certificate's file.
    package var certificate: String { folder + "/certificate.pem" }

    /// The key's file.
    package var key: String { folder + "/key.pem" }

    /// What a server is started with that shows it.
    package var serverOptions: [String] {
        ["--tls-certificate", certificate, "--tls-key", key]
    }

    /// Makes one.
    ///
    /// - Parameters:
    ///   - name: whom it names.
    ///   - days: how long it holds, from now on.
    /// - Throws: `Failed`.
    package init(name: String = "localhost", days: Int = 30) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "emojiart-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        self.folder = folder.path
        try renew(name: name, days: days)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Puts another certificate with another key in place of both files.
    package func renew(name: String = "localhost", days: Int = 30) throws {
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        let names = "subjectAltName=DNS:\(name),IP:127.0.0.1,IP:::1"
        try Self.openssl(
            ["req", "-x509"] + curve + ["-keyout", key, "-out", certificate, "-days", "\(days)"]
                + ["-subj", "/CN=\(name)", "-addext", names]
        )
    }

    /// Runs `openssl`.
    ///
    /// - Returns: what it wrote, to both its outputs.
    @discardableResult
    package static func openssl(_ arguments: [String], mayFail: Bool = false) throws -> String {
        let process = try FinishedProcess("/usr/bin/openssl", arguments)
        guard mayFail || process.status == 0 else { throw Failed(said: process.output) }
        return process.output
    }
}
