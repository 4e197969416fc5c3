internal import COpenSSL

/// The code that proves that bytes come from a holder of a shared secret (RFC 2104, with SHA-256).
package struct HMACSHA256: Sendable {
    /// Bytes of a code.
    package static let count = 32

    private let secret: [UInt8]

    /// Makes codes with a secret of any length; one of fewer than 32 bytes can be guessed.
    package init(secret: [UInt8]) {
        self.secret = secret
    }

    /// The code of some bytes.
    ///
    /// - Complexity: O(bytes), some 2 µs for a token.
    package func code(of bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: Self.count) { buffer, count in
            var size: UInt32 = 0
            let code = unsafe HMAC(
                EVP_sha256(),
                secret,
                Int32(secret.count),
                bytes,
                bytes.count,
                buffer.baseAddress,
                &size
            )
            precondition(unsafe code != nil && size == Self.count, "OpenSSL has HMAC-SHA-256.")
            count = Self.count
        }
    }

    /// Checks a code in a time that does not tell how much of it is right.
    package func isCode(_ code: [UInt8], of bytes: [UInt8]) -> Bool {
        let right = self.code(of: bytes)
        return unsafe code.count == right.count && CRYPTO_memcmp(code, right, right.count) == 0
    }
}
