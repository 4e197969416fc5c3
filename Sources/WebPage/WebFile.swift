internal import CWebPage

/// A file of the browser client: it is part of the program, so that a server is one file.
package struct WebFile: Sendable {
    /// Where it is below the page's folder, such as `app/main.js`.
    package let path: String
    /// Its bytes.
    package let bytes: [UInt8]

    /// All files, ascending by path.
    package static func all() -> [WebFile] {
        (0..<web_page_count()).map { index in
            var count = 0
            let path = unsafe String(cString: web_page_path(index))
            let start = unsafe web_page_bytes(index, &count)
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe WebFile(path: path, bytes: Array(bytes))
        }
    }

    /// Bytes compressed as HTTP's `gzip` coding has them (RFC 9110, section 8.4.1.3).
    package static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        let capacity = web_page_gzip_bound(bytes.count)
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                count = unsafe web_page_gzip(
                    bytes.baseAddress,
                    bytes.count,
                    buffer.baseAddress,
                    capacity
                )
            }
            precondition(count > 0, "zlib stays within its own bound.")
        }
    }
}
