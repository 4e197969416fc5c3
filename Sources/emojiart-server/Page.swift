internal import EmojiArt
internal import WebPage
internal import WebSockets

/// The browser client as this server answers requests for it.
///
/// All but the page itself is under a path with a digest of everything: a browser keeps it for
/// good, and a new version is under another path.
struct Page {
    private struct Entry {
        let plain: HTTPResponse
        let gzipped: HTTPResponse
    }

    private var entries: [String: Entry] = [:]
    private let home: Entry

    /// Compresses all files once.
    init() {
        let files = WebFile.all()
        var digest = Digest()
        for file in files {
            digest.combine(file.path)
            digest.combine(bytes: file.bytes.span)
        }
        let bits = String(digest.value.bits, radix: 16)
        let base = "/web/" + String(repeating: "0", count: 16 - bits.count) + bits
        var home: Entry?
        for file in files {
            if file.path == "index.html" {
                home = Self.home(file, base: base, modules: files.map(\.path))
                continue
            }
            entries["\(base)/\(file.path)"] = Self.entry(
                file.bytes,
                type: Self.contentType(of: file.path),
                headers: [("Cache-Control", "public, max-age=31536000, immutable")]
            )
        }
        guard let home else { preconditionFailure("The page has an index.html.") }
        self.home = home
    }

    /// The answer to a request for the page itself.
    func home(for request: HTTPRequest) -> HTTPResponse {
        request.acceptsGzip ? home.gzipped : home.plain
    }

    /// The answer to a request for one of its files; nil when there is no such file.
    func file(for request: HTTPRequest) -> HTTPResponse? {
        entries[request.path].map { request.acceptsGzip ? $0.gzipped : $0.plain }
    }

    /// What the page may do: load from here, connect to here, and show pictures from anywhere.
    ///
    /// `'self'` covers `ws:` of the same host (CSP 3, section 6.7.2.8).
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
        img-src 'self' http: https: data: blob:; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    /// The page, which tells the browser of all modules at once, so that it need not find them one
    /// after another.
    private static func home(_ file: WebFile, base: String, modules: [String]) -> Entry {
        let preloads = modules.filter { $0.hasSuffix(".js") }
            .map { "<link rel=\"modulepreload\" href=\"\(base)/\($0)\" />" }
        var text = ""
        for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
            if line.contains("</head>") { text += preloads.joined(separator: "\n") + "\n" }
            text += line.split(separator: "{{web}}", omittingEmptySubsequences: false)
                .joined(separator: base)
            text += "\n"
        }
        return entry(
            Array(text.utf8),
            type: "text/html; charset=utf-8",
            headers: [
                ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy),
                ("X-Frame-Options", "DENY"),
            ]
        )
    }

    private static func entry(
        _ bytes: [UInt8],
        type: String,
        headers: [(String, String)]
    ) -> Entry {
        let common = [
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Vary", "Accept-Encoding"),
        ]
        let plain = HTTPResponse(
            status: 200,
            contentType: type,
            headers: common + headers,
            body: bytes
        )
        var gzipped = plain
        gzipped.headers.append(("Content-Encoding", "gzip"))
        gzipped.content = HTTPContent(WebFile.gzipped(bytes))
        return Entry(plain: plain, gzipped: gzipped)
    }

    private static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: preconditionFailure("A file of the page has a type: \(path).")
        }
    }
}
