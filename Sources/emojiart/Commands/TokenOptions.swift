internal import ArgumentParser

/// Which token a command shows to a server that asks for one.
struct TokenOptions: ParsableArguments {
    @Option(
        help: """
            File with the access token, for servers that require one; without it, EMOJIART_TOKEN \
            in the environment. It is read again when the token is about to expire.
            """
    )
    var tokenFile: String?

    var source: TokenSource { TokenSource(file: tokenFile) }
}
