internal import Transport

/// Requests that are no handshake.
extension EventLoop {
    /// A request's head is complete.
    func exchange(_ native: NativeSocket, _ peer: Peer, _ listener: Listener) -> Bool {
        identify(peer, forwardedFor: native.header(.forwardedFor))
        let isWelcome = peer.admission == .within
        guard let request = HTTPRequest(native, peerAddress: peer.address), native.hasClearLength
        else {
            return false
        }
        // Our deadline rules, and one request is all that is read.
        native.clearTimeout()
        if let refusal = native.refusalOfHead { return refuse(native, refusal) }
        guard peer.isPlain else { return refuse(native, .misdirected) }
        if isWelcome, request.method == .put { return upload(request, native, peer, listener) }
        let hasBody = native.announcesBody
        let exchange = beginExchange(
            request,
            native,
            peer,
            listener,
            body: hasBody ? .drained : .none
        )
        if !hasBody {
            native.ignoreInput()
            native.setReading(false)
        }
        if isWelcome {
            listener.handler.respond(to: request, with: exchange)
        } else {
            exchange.respond(.tooManyConnections)
        }
        return true
    }

    private func beginExchange(
        _ request: HTTPRequest,
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener,
        body: HTTPExchange.Body
    ) -> HTTPExchange {
        let exchange = HTTPExchange(
            socket: native,
            on: self,
            budget: budget(named: peer.countedName),
            isHead: request.method == .head,
            guest: listener.handler.guest(request),
            body: body
        )
        peer.role = .exchange(exchange)
        return exchange
    }

    /// A PUT: its body is gathered if the handler lets it come, and the loop has a place for it.
    private func upload(
        _ request: HTTPRequest,
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener
    ) -> Bool {
        let refusal = uploadRefusal(of: request, native, peer, listener)
        let exchange = beginExchange(
            request,
            native,
            peer,
            listener,
            body: refusal == nil ? .gathered(request) : native.announcesBody ? .drained : .none
        )
        if let refusal {
            exchange.respond(refusal)
            return true
        }
        peer.isUploading = true
        // For the whole of it: lws hangs up sooner on a peer that pauses.
        peer.deadline = now + UInt64(limits.uploadTimeoutSeconds) * 1_000
        if native.awaitsContinue { exchange.invite() }
        return true
    }

    private func uploadRefusal(
        of request: HTTPRequest,
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener
    ) -> HTTPResponse? {
        if let refusal = listener.handler.refusalOfUpload(request) { return refusal }
        // lws decodes no chunks, and reckons with 100 MiB where no length is said.
        guard native.header(.transferEncoding) == nil,
            let bytes = request.contentLength
        else {
            return HTTPResponse(status: 411, text: "The body needs a Content-Length.")
        }
        guard bytes > 0 else { return HTTPResponse(status: 415, text: "The body is empty.") }
        let budget = budget(named: peer.countedName)
        guard budget.upload.isSolvent(now: now), admissions.beginUpload(of: peer.countedAs, limits)
        else {
            return HTTPResponse(
                status: 503,
                text: "Too many uploads, or too much in a short time: try again.",
                headers: [("Retry-After", "1")]
            )
        }
        budget.upload.take(bytes, now: now)
        return nil
    }

    /// All of a body was read.
    func finishBody(of exchange: HTTPExchange, _ peer: Peer, _ listener: Listener) -> Bool {
        // It counts until it is stored and the answer is sent: then the peer is gone.
        let (request, isDone) = exchange.bodyEnded()
        if let request {
            peer.native?.ignoreInput()
            peer.deadline = now + UInt64(limits.handshakeTimeoutSeconds) * 1_000
            listener.handler.respond(to: request, with: exchange)
        }
        return !isDone
    }

    /// The peer of an upload is gone.
    func endUpload(of peer: Peer) {
        guard peer.isUploading else { return }
        peer.isUploading = false
        admissions.endUpload(of: peer.countedAs)
    }
}
