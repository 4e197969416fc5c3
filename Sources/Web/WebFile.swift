internal import Foundation

/// A file of the browser client: it is part of the program, so that a server is one file.
package struct WebFile: Sendable {
    /// Its name: `index.html`, or one with a digest of its bytes, such as `page-T5YQ5R3S.js`.
    package let name: String
    /// Its bytes.
    package let bytes: [UInt8]
    /// Its bytes as HTTP's `gzip` coding has them (RFC 9110, section 8.4.1.3).
    package let gzipped: [UInt8]

    /// All files, ascending by name.
    package static func all() -> [WebFile] {
        encoded.map { file in
            guard let plain = Data(base64Encoded: file.plain),
                let gzipped = Data(base64Encoded: file.gzipped)
            else { preconditionFailure("bundle.sh writes base64.") }
            return WebFile(name: file.name, bytes: Array(plain), gzipped: Array(gzipped))
        }
    }
}
