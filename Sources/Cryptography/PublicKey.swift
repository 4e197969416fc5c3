internal import COpenSSL

/// A public key, which verifies the signatures of one algorithm.
///
/// Any thread may verify with it: OpenSSL only reads a key that is complete.
@safe package final class PublicKey: @unchecked Sendable {
    /// The algorithms, by their names in JSON Web Algorithms (RFC 7518, section 3.1; RFC 8037).
    package enum Algorithm: String, Sendable {
        /// RSA PKCS #1 v1.5 with SHA-256.
        case rs256 = "RS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// Ed25519.
        case edDSA = "EdDSA"
    }

    /// Bits that an RSA key has: at least what RFC 7518, section 3.3, asks for, and at most what
    /// is verified in half a millisecond.
    package static let rsaBits = 2_048...8_192

    /// The algorithm of its signatures.
    package let algorithm: Algorithm
    /// Bytes of each signature.
    package let signatureCount: Int
    private let key: OpaquePointer

    /// A key of RSA, for RS256, of numbers whose highest byte comes first; nil for a modulus
    /// outside `rsaBits`, or numbers that make no key.
    package convenience init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
        let bits = modulus.drop { $0 == 0 }.count * 8
        guard bits <= Self.rsaBits.upperBound, exponent.count <= 8 else { return nil }
        let numbers = DER.sequence([DER.natural(modulus), DER.natural(exponent)])
        // AlgorithmIdentifier: rsaEncryption (RFC 3279, section 2.3.1), with NULL.
        let kind: [UInt8] =
            [0x30, 0x0D, 0x06, 0x09]
            + [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        self.init(.rs256, DER.sequence([kind, DER.bits(numbers)]))
        guard unsafe Self.rsaBits.contains(Int(EVP_PKEY_get_bits(key))) else { return nil }
    }

    /// A point of P-256, for ES256, of two numbers of 32 bytes, the highest first; nil for other
    /// lengths, or a point beside the curve.
    package convenience init?(p256X x: [UInt8], y: [UInt8]) {
        guard x.count == 32, y.count == 32 else { return nil }
        // AlgorithmIdentifier: ecPublicKey on prime256v1 (RFC 5480, section 2.1.1).
        let kind: [UInt8] =
            [0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
            + [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        self.init(.es256, DER.sequence([kind, DER.bits([0x04] + x + y)]))
    }

    /// A key of Ed25519 (RFC 8032), for EdDSA; nil unless it has 32 bytes.
    package convenience init?(ed25519 bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        // AlgorithmIdentifier: id-Ed25519 (RFC 8410, section 3).
        let kind: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
        self.init(.edDSA, DER.sequence([kind, DER.bits(bytes)]))
    }

    /// Reads a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    private init?(_ algorithm: Algorithm, _ info: [UInt8]) {
        let found = unsafe ErrorQueue.restored { () -> OpaquePointer? in
            unsafe info.withUnsafeBufferPointer { info in
                var start = info.baseAddress
                guard let key = unsafe d2i_PUBKEY(nil, &start, info.count) else { return nil }
                let context = unsafe EVP_PKEY_CTX_new(key, nil)
                defer { unsafe EVP_PKEY_CTX_free(context) }
                guard unsafe EVP_PKEY_public_check(context) == 1 else {
                    unsafe EVP_PKEY_free(key)
                    return nil
                }
                return unsafe key
            }
        }
        guard let found = unsafe found else { return nil }
        self.algorithm = algorithm
        unsafe key = found
        signatureCount = unsafe algorithm == .rs256 ? Int(EVP_PKEY_get_size(found)) : 64
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// Checks that a signature of some bytes was made with the private half of the key.
    ///
    /// A signature is as JSON Web Signatures hold it: for ES256 two numbers of 32 bytes. Any bytes
    /// may come; what is no signature is false.
    ///
    /// - Complexity: O(bytes), and some 30 µs for RS256 of 2,048 bits, 100 for ES256 and EdDSA.
    package func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard signature.count == signatureCount else { return false }
        let encoded =
            algorithm == .es256
            ? DER.sequence([DER.natural(signature[..<32]), DER.natural(signature[32...])])
            : signature
        return ErrorQueue.restored {
            let context = unsafe EVP_MD_CTX_new()
            defer { unsafe EVP_MD_CTX_free(context) }
            // Ed25519 has a digest of its own.
            let digest = unsafe algorithm == .edDSA ? nil : EVP_sha256()
            return unsafe EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
                && EVP_DigestVerify(context, encoded, encoded.count, bytes, bytes.count) == 1
        }
    }
}

/// The few values of ASN.1 that keys and signatures are made of, in DER (ITU-T X.690).
enum DER {
    /// A sequence of values that are encoded already.
    static func sequence(_ values: [[UInt8]]) -> [UInt8] {
        value(tag: 0x30, values.flatMap(\.self))
    }

    /// A natural number, given by its bytes, the highest first; none for 0.
    static func natural(_ magnitude: some Sequence<UInt8>) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        // A number whose highest bit is set would be negative.
        let isPadded = digits.first.map { $0 >= 0x80 } ?? true
        return value(tag: 0x02, isPadded ? [0] + digits : digits)
    }

    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(tag: 0x03, [0] + bytes) }

    private static func value(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }
}

/// The errors that OpenSSL keeps for a thread.
///
/// libssl reads the same queue after each call on a connection: an error that a refused signature
/// left there would end the TLS connection that the thread serves next.
enum ErrorQueue {
    /// Does something and drops the errors that it adds.
    static func restored<Value>(_ body: () -> Value) -> Value {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return body()
    }

    /// True when the thread has no error.
    static var isEmpty: Bool { ERR_peek_error() == 0 }
}

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
