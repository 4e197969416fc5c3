internal import ArgumentParser
internal import Foundation

/// Whom a command believes that a server with TLS is the one it says.
struct TrustOptions: ParsableArguments {
    @Option(
        help: """
            A PEM file with the certificates that vouch for the server (wss), in place of those of \
            the system.
            """
    )
    var caFile: String?

    func validate() throws {
        guard let caFile, !FileManager.default.isReadableFile(atPath: caFile) else { return }
        throw ValidationError("--ca-file \(caFile) cannot be read")
    }
}
