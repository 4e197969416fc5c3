internal import CCurl

/// The address of a web server that requests can go to: `http` or `https`, and a host.
package struct HTTPURL: Equatable, Sendable, CustomStringConvertible {
    /// As it was written.
    package let description: String

    /// Reads an address; nil for one that no request can go to.
    package init?(_ text: String) {
        // libcurl would guess a scheme, and reads up to the first zero.
        let hasScheme = ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
        guard hasScheme, !text.utf8.contains(0) else { return nil }
        let parser = unsafe curl_url()
        defer { unsafe curl_url_cleanup(parser) }
        guard unsafe curl_url_set(parser, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
        description = text
    }
}
