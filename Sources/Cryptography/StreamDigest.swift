internal import COpenSSL

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
