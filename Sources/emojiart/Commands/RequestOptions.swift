internal import ArgumentParser
internal import Foundation

/// How a command shows a server who asks, and whom it believes to be that server.
struct AccessOptions: ParsableArguments {
    @Option(
        help: """
            File with the access token, for servers that require one; without it, EMOJIART_TOKEN \
            in the environment. It is read again when the token is about to expire.
            """
    )
    var tokenFile: String?

    @Option(
        help: """
            PEM file with the certificate authorities to trust for wss, instead of the system's.
            """
    )
    var caFile: String?

    var token: TokenSource { TokenSource(file: tokenFile) }

    func validate() throws {
        guard let caFile, !FileManager.default.isReadableFile(atPath: caFile) else { return }
        throw ValidationError("cannot read --ca-file \(caFile)")
    }
}

/// What all commands have in common that ask a server and end.
struct RequestOptions: ParsableArguments {
    @Option(help: "Seconds to wait before giving up; 0 for no limit.") var timeout: Double = 30
    @OptionGroup var access: AccessOptions

    func validate() throws {
        // Also no number at all fails this; a billion seconds is about 32 years.
        guard (0...1e9).contains(timeout) else {
            throw ValidationError("--timeout takes 0 to 1000000000 seconds.")
        }
    }

    /// What asks the server over HTTP.
    ///
    /// - Throws: `ExitStatus.usage` when the token cannot be read.
    func fetch() throws(ExitStatus) -> HTTPFetch {
        HTTPFetch(timeout: timeout, token: try access.token.read(), authorities: access.caFile)
    }

    /// What the server keeps of a document's past; throws as `fetch` does.
    func past(of url: DocumentURL) throws(ExitStatus) -> PastFetch {
        PastFetch(url: url, fetch: try fetch())
    }
}
