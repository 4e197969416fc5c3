internal import COpenSSL

/// A private key of Ed25519, which signs (RFC 8032).
@safe package final class Ed25519Key {
    /// Bytes of the secret that it is made of.
    package static let secretCount = 32

    /// The public half, 32 bytes.
    package let publicBytes: [UInt8]
    private let key: OpaquePointer

    /// Makes a key of `secretCount` bytes that nobody can predict; nil for another count.
    package init?(secret: [UInt8]) {
        guard secret.count == Self.secretCount,
            let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, 32)
        else { return nil }
        unsafe self.key = key
        publicBytes = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            count = 32
            let isRead = unsafe EVP_PKEY_get_raw_public_key(key, buffer.baseAddress, &count) == 1
            precondition(isRead && count == 32, "A private key has a public one of 32 bytes.")
        }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The signature of some bytes: 64 bytes, always the same.
    package func signature(of bytes: [UInt8]) -> [UInt8] {
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        return unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = 64
            let isSigned =
                unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1
                && EVP_DigestSign(context, buffer.baseAddress, &count, bytes, bytes.count) == 1
            precondition(isSigned && count == 64, "OpenSSL signs with Ed25519.")
        }
    }
}
