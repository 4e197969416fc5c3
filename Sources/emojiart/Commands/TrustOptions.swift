internal import ArgumentParser
internal import Foundation

/// Whom a command believes that a server with TLS is the one it says.
struct TrustOptions: ParsableArguments {
    @Option(
        help: """
            PEM file with the certificate authorities to trust for wss, instead of the system's.
            """
    )
    var caFile: String?

    func validate() throws {
        guard let caFile, !FileManager.default.isReadableFile(atPath: caFile) else { return }
        throw ValidationError("cannot read --ca-file \(caFile)")
    }
}
