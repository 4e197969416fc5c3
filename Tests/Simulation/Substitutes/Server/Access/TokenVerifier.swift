/// Simulated clients have no tokens, and are asked for none.
struct TokenVerifier {
    var isRequired: Bool { false }

    func verify(
        _ token: String,
        revocations: Revocations,
        now milliseconds: Int
    ) throws(TokenFault) -> Grant {
        throw .missing
    }
}
