internal import ArgumentParser
internal import EmojiArt

/// What all commands that look back have in common: they join nothing.
struct PastOptions: ParsableArguments {
    @Argument(help: "The document: ws://HOST:PORT/documents/NAME")
    var url: DocumentURL

    @OptionGroup var limit: TimeLimit
    @OptionGroup var token: TokenOptions
    @OptionGroup var trust: TrustOptions

    /// What a server keeps of the document's past.
    ///
    /// - Throws: `ExitStatus.usage` when the token cannot be read.
    func past() throws(ExitStatus) -> PastFetch {
        let fetch = HTTPFetch(
            timeout: limit.seconds,
            token: try token.source.read(),
            authorities: trust.caFile
        )
        return PastFetch(url: url, fetch: fetch)
    }
}
