internal import Cryptography
internal import EmojiArt
internal import Foundation
package import Tokens

/// The files that tokens and requests of hooks are signed with: made, read, and told apart.
package enum KeyFile {
    /// Reads a shared secret, without the line end that an editor leaves.
    ///
    /// - Throws: `ConfigurationError` when it cannot be read, is open to others, is too short, or
    ///   is a key of another kind.
    package static func secret(in path: String) throws(ConfigurationError) -> [UInt8] {
        var bytes = try contents(of: path)
        let fault: String? =
            switch Kind(bytes) {
            case .signingKey:
                "it is a private key, not a shared secret: sign with --key \(path), and "
                    + "start servers with --token-keys \(path).jwks"
            case .keySet:
                "it is a key set, not a shared secret: start servers with --token-keys \(path)"
            case .pem(let label):
                "it is a PEM file (\(label)), not a shared secret: create one with "
                    + "emojiart-server token --new-secret FILE"
            case .other: nil
            }
        if let fault { throw .unreadable(path: path, cause: fault) }
        try refuseIfOpen(path)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        let least = TokenKeys.secretBytesMin
        guard bytes.count >= least else {
            throw .unreadable(
                path: path,
                cause: "it has \(bytes.count) bytes, and a secret needs at least \(least): create "
                    + "one with emojiart-server token --new-secret FILE"
            )
        }
        return bytes
    }

    /// Refuses a file that its group may change, or others may read.
    ///
    /// The group may read it: a service that runs as a user of its own is given its secret so.
    private static func refuseIfOpen(_ path: String) throws(ConfigurationError) {
        let mode = (attributes(of: path)?[.posixPermissions] as? NSNumber)?.intValue ?? 0
        guard mode & 0o037 == 0 else {
            throw .unreadable(
                path: path,
                cause: "others have access to it: run chmod 600 \(path), or 640 for a group"
            )
        }
    }

    /// Reads a key set; its keys are looked at by `TokenKeys`.
    ///
    /// - Throws: `ConfigurationError` when it cannot be read, or is a key of another kind.
    static func keySet(in path: String) throws(ConfigurationError) -> [UInt8] {
        let bytes = try contents(of: path)
        let fault: String
        switch Kind(bytes) {
        case .keySet: return bytes
        case .signingKey:
            fault =
                "it is the private key, which servers must not have: "
                + "give its key set, --token-keys \(path).jwks"
        case .pem(let label):
            fault =
                "it is a PEM file (\(label)), not a JSON Web Key Set of public keys "
                + "(RFC 7517): create one with emojiart-server token --new-keys FILE"
        case .other:
            fault =
                "it is not a JSON Web Key Set (RFC 7517): create one with emojiart-server token "
                + "--new-keys FILE, or give a shared secret with --token-secret"
        }
        throw .unreadable(path: path, cause: fault)
    }

    /// Reads a private key that `makeKeys` made.
    ///
    /// - Throws: `ConfigurationError` when it cannot be read, is open to others, or is none.
    package static func signingKey(in path: String) throws(ConfigurationError) -> TokenSigner {
        let fault: String
        switch Kind(try contents(of: path)) {
        case .signingKey(let id, let pem):
            try refuseIfOpen(path)
            let text = pem.split(separator: "\n")
            if text.count == 3, text[0] == pemHead, text[2] == pemFoot,
                let info = Base64.decode(text[1], atMost: 48), info.starts(with: pemPrefix),
                let key = Ed25519Key(secret: Array(info.dropFirst(pemPrefix.count)))
            {
                return .key(key, id: id)
            }
            fault =
                "its private key is damaged: restore it from a backup, or create new keys with "
                + "emojiart-server token --new-keys FILE"
        case .keySet:
            fault =
                "it is a key set of public keys: sign with the private key, which --new-keys "
                + "wrote to the same name without .jwks"
        case .pem(let label):
            fault =
                "it is a PEM file (\(label)) without a key id: create one with "
                + "emojiart-server token --new-keys FILE"
        case .other:
            fault =
                "it is not a private key: create one with emojiart-server token --new-keys FILE, "
                + "or give a shared secret with --secret"
        }
        throw .unreadable(path: path, cause: fault)
    }

    /// Makes a file with a new secret that only its owner may read.
    ///
    /// - Throws: `ExitCode` when there is such a file, or it cannot be made.
    package static func makeSecret(_ path: String) throws {
        try write(Base64.encode(random(48)) + "\n", to: path, mode: 0o600)
        print("\(path): start the server with --token-secret \(path)")
    }

    /// Makes a pair of keys: a file for who issues tokens, and a key set for servers.
    ///
    /// - Throws: `ExitCode` when there are such files, or they cannot be made.
    package static func makeKeys(_ path: String) throws {
        let secret = random(Ed25519Key.secretCount)
        guard let key = Ed25519Key(secret: secret) else {
            preconditionFailure("Any 32 bytes are a secret of Ed25519.")
        }
        let id = String(UUID().uuidString.lowercased().prefix(8))
        let set =
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":"\#(id)","x":""#
            + Base64.encodeURL(key.publicBytes) + "\"}]}\n"
        let pem = "\(pemHead)\n\(Base64.encode(pemPrefix + secret))\n\(pemFoot)"
        try write("kid: \(id)\n\(pem)\n", to: path, mode: 0o600)
        try write(set, to: path + ".jwks", mode: 0o644)
        print("\(path): keep it where you issue tokens, and sign with --key \(path)")
        print("\(path).jwks: start servers with --token-keys \(path).jwks")
    }

    /// The bytes of a file, at most a number of them.
    ///
    /// - Throws: `ConfigurationError` with the cause and the next step.
    static func contents(
        of path: String,
        atMost bytesMax: Int = KeySet.bytesMax
    ) throws(ConfigurationError) -> [UInt8] {
        let cause: String
        // A named pipe would be waited for, and a device may never end.
        let kind = attributes(of: path)?[.type] as? FileAttributeType
        if let kind, kind != .typeRegular, kind != .typeDirectory {
            throw .unreadable(path: path, cause: "it is not a regular file: give another file")
        }
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let bytes = [UInt8](try file.read(upToCount: bytesMax + 1) ?? Data())
            guard bytes.count > bytesMax else { return bytes }
            cause = "it has more than \(bytesMax) bytes: give another file"
        } catch {
            cause = Self.cause(error as NSError)
        }
        throw .unreadable(path: path, cause: cause)
    }

    /// Those of the file that links lead to; nil when there is none, as for a shell's `<(...)`.
    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        let place = URL(filePath: path).resolvingSymlinksInPath().path
        return try? FileManager.default.attributesOfItem(atPath: place)
    }

    private static func cause(_ error: NSError) -> String {
        let code = (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? error.code
        return switch Int32(code) {
        case ENOENT, ENOTDIR: "there is no such file: check the name and the directory"
        case EACCES, EPERM: "this user may not read it: change its owner or mode"
        case EISDIR: "it is a directory: give a file in it"
        default: error.localizedDescription
        }
    }

    /// What a file seems to be, by its first bytes.
    private enum Kind {
        /// A private key with its id, in the form of `makeKeys`.
        case signingKey(id: String, pem: Substring)
        case keySet
        case pem(label: Substring)
        /// Bytes that may be a secret.
        case other

        init(_ bytes: [UInt8]) {
            let text = String(decoding: bytes, as: UTF8.self)
            if let match = text.prefixMatch(of: /kid: ([^\r\n]+)\n(?=-----BEGIN)/) {
                self = .signingKey(id: String(match.1), pem: text[match.range.upperBound...])
            } else if let match = text.firstMatch(of: /-----BEGIN ([A-Z0-9 ]+)-----/) {
                self = .pem(label: match.1)
            } else if text.prefixMatch(of: /\s*\{/) != nil, text.contains("\"keys\"") {
                self = .keySet
            } else {
                self = .other
            }
        }
    }

    private static let pemHead = "-----BEGIN PRIVATE KEY-----"
    private static let pemFoot = "-----END PRIVATE KEY-----"
    /// What stands before the secret in a PKCS #8 key of Ed25519 (RFC 8410, section 7).
    private static let pemPrefix: [UInt8] =
        [
            0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22,
            0x04, 0x20,
        ]

    private static func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }

    private static func write(_ text: String, to path: String, mode: Int) throws {
        // Made with its mode, and never over another: a secret in use would be gone.
        let fault: String
        if FileManager.default.fileExists(atPath: path) {
            fault = "\(path) already exists: choose another name"
        } else if FileManager.default.createFile(
            atPath: path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: mode]
        ) {
            return
        } else {
            fault = "cannot create \(path): check that its directory exists and is writable"
        }
        throw OperatorExit.tell(fault, 73)  // EX_CANTCREAT
    }
}
