internal import EmojiArt
internal import Hosting
internal import Operations
internal import Web
internal import WebSockets

/// The browser client as this server answers requests for it, and what other pages use.
///
/// All but the page and the script of other pages has a name with a digest of its bytes: a browser
/// keeps it for good, and a new version has another name.
struct Page: Sendable {
    static let shared = Page()

    private struct Entry: Sendable {
        let plain: HTTPResponse
        let gzipped: HTTPResponse
    }

    private var entries: [String: Entry] = [:]
    private let home: Entry?

    private init() {
        var home: Entry?
        for file in WebFile.all() {
            if file.name == "index.html" {
                home = Self.entry(
                    file,
                    type: "text/html; charset=utf-8",
                    headers: [
                        ("Cache-Control", "no-cache"), ("Content-Security-Policy", Self.policy),
                        ("X-Frame-Options", "DENY"),
                    ]
                )
                continue
            }
            let hasDigest = file.name.contains("-") && !file.name.hasPrefix("emojiart-sync.")
            let caching = hasDigest ? "public, max-age=31536000, immutable" : "no-cache"
            entries[file.name] = Self.entry(
                file,
                type: Self.contentType(of: file.name),
                headers: [("Cache-Control", caching)]
            )
        }
        precondition(home != nil, "The page has an index.html.")
        self.home = home
    }

    /// The answer to a request for the page or one of its files; nil when there is no such file.
    func answer(to request: HTTPRequest) -> HTTPResponse? {
        let name = ["/web/", "/sdk/"].lazy.compactMap {
            request.path.hasPrefix($0) ? String(request.path.dropFirst($0.count)) : nil
        }.first
        let entry = name.map { entries[$0] } ?? home
        return entry.map { request.acceptsGzip ? $0.gzipped : $0.plain }
    }

    /// What the page may do: load from here, run WebAssembly, connect to here, and show pictures
    /// from anywhere.
    ///
    /// `'self'` covers `ws:` of the same host (CSP 3, section 6.7.2.8).
    private static let policy = """
        default-src 'none'; script-src 'self' '\(WebFile.scriptHash)' 'wasm-unsafe-eval'; \
        style-src '\(WebFile.styleHash)'; connect-src 'self'; \
        img-src 'self' http: https: data: blob:; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    private static func entry(
        _ file: WebFile,
        type: String,
        headers: [(String, String)]
    ) -> Entry {
        let common = [
            ("Referrer-Policy", "no-referrer"), ("Vary", "Accept-Encoding"),
        ]
        let plain = HTTPResponse(
            status: 200,
            contentType: type,
            headers: common + headers,
            body: file.bytes
        )
        var gzipped = plain
        gzipped.headers.append(("Content-Encoding", "gzip"))
        gzipped.content = HTTPContent(file.gzipped)
        return Entry(plain: plain, gzipped: gzipped)
    }

    private static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "ts": "text/plain; charset=utf-8"
        case "svg": "image/svg+xml"
        case "map": "application/json"
        case "wasm": "application/wasm"
        default: preconditionFailure("A file of the page has a type: \(path).")
        }
    }
}
