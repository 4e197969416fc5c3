/// The server's end of a simulated connection, as the server calls it.
package struct NativeSocket {
    let end: SimulatedSocket

    package var handle: UInt {
        get { end.handle }
        nonmutating set { end.handle = newValue }
    }

    package var owner: AnyObject? { end.host?.owner }
    package var responseStatus: Int { 0 }
    package var descriptor: Int32 { end.descriptor }
    package var isPartiallyBuffered: Bool { !end.unsent.isEmpty }
    package var isFinalFragment: Bool { end.isFinalFragment }
    package var isBinary: Bool { false }
    package var remainingPayload: UInt { end.remainingPayload }
    package var bytesAcknowledged: UInt64 { end.bytesAcknowledged }
    package var bytesRead: UInt64? { nil }
    package var isSecure: Bool { false }
    package var isWithinRecord: Bool { false }
    package var isPeerThere: Bool { !end.isCut }

    package func askWriteable() { end.wantsWriteable = true }

    package func setReading(_ on: Bool) { end.isReading = on }

    package func ignoreInput() {}

    package func clearTimeout() {}

    package func setNotSentLowWater(_ bytes: Int) {}

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !end.isCut else { return false }
        unsafe end.unsent.append(contentsOf: bytes)
        end.drain()
        return true
    }

    package func finishWriting() {}

    package func kill() { end.cut() }
}

// The head of the one request that simulated clients make.
extension NativeSocket {
    package enum Header {
        case accept, acceptEncoding, authorization, connection, contentLength, expect
        case fetchMode, fetchSite, forwardedFor, host, ifNoneMatch, origin
        case subprotocol, transferEncoding, upgrade, webSocketKey, webSocketVersion
        case version
    }

    package static let headBytesMax = 8_192

    package func header(_ header: Header) -> String? {
        switch header {
        case .connection: "Upgrade"
        case .host: "127.0.0.1:\(NativeHost.usualPort)"
        case .subprotocol: end.host?.protocolName
        case .upgrade: "websocket"
        case .webSocketKey: "dGhlIHNhbXBsZSBub25jZQ=="
        case .webSocketVersion: "13"
        case .version: "HTTP/1.1"
        default: nil
        }
    }

    package func byteCount(of header: Header) -> Int { self.header(header)?.utf8.count ?? 0 }

    package var headByteCount: Int { 0 }

    package enum Method { case get, post, options, put, patch, delete, connect, head }

    package var target: (method: Method?, path: String)? { (.get, end.path) }

    package func queryItem(at index: Int) -> String? { nil }
}
