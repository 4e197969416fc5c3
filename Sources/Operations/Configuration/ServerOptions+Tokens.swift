package import Tokens

// Whose tokens an operator lets in.
extension ServerOptions {
    /// Reads the files of keys.
    ///
    /// - Returns: What judges tokens by them; without files, one that asks for none.
    /// - Throws: when a file cannot be used.
    package func tokenVerifier() throws(ConfigurationError) -> TokenVerifier {
        let secret = tokenSecret.isEmpty ? nil : try KeyFile.secret(in: tokenSecret)
        let keySet = tokenKeys.isEmpty ? nil : try KeyFile.keySet(in: tokenKeys)
        do {
            return TokenVerifier(
                keys: try TokenKeys(secret: secret, keySet: keySet),
                audience: tokenAudience
            )
        } catch {
            throw .unreadable(
                path: tokenKeys,
                cause: "\(error.text); give the set of public keys that the issuer publishes"
            )
        }
    }
}
