internal import COpenSSL

/// The SHA-256 of bytes (FIPS 180-4).
///
/// Nobody can make other bytes that go by the same digest, so what a digest names never changes: a
/// browser may keep it for good.
package enum SHA256Digest {
    /// The digest as 64 lowercase hexadecimal digits.
    ///
    /// - Complexity: O(bytes), about 2 ms for 1 MiB.
    package static func of(_ bytes: [UInt8]) -> String {
        let digest = StreamDigest()
        digest.add(bytes)
        return digest.finish()
    }

    /// Bytes as lowercase hexadecimal digits, two for each.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

/// The SHA-256 of bytes that come piece by piece, as of a file (FIPS 180-4).
@safe package final class StreamDigest {
    private let context: OpaquePointer

    /// Begins with no bytes.
    package init() {
        let context = unsafe EVP_MD_CTX_new()
        guard let context = unsafe context,
            unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { preconditionFailure("OpenSSL has SHA-256, and memory for it.") }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds bytes.
    ///
    /// - Complexity: O(bytes), about 2 ms for 1 MiB.
    package func add(_ bytes: [UInt8]) {
        let isDone = unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1
        precondition(isDone, "A digest takes bytes until its end.")
    }

    /// Ends it: the digest as 64 lowercase hexadecimal digits.
    package func finish() -> String {
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            unsafe _ = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            count = 32
        }
        return SHA256Digest.hexadecimal(digest)
    }
}

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
