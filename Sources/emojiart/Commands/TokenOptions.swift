internal import ArgumentParser

/// Which token a command shows to a server that asks for one.
struct TokenOptions: ParsableArguments {
    @Option(
        help: """
            A file with the token for servers that ask for one; without it, EMOJIART_TOKEN in the \
            environment. It is read again when the token is about to end.
            """
    )
    var tokenFile: String?

    var source: TokenSource { TokenSource(file: tokenFile) }
}
