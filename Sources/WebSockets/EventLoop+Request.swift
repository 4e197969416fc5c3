internal import CLibwebsockets

/// Requests that are no handshake.
extension EventLoop {
    /// LWS_CALLBACK_HTTP: a request's head is complete.
    func exchange(_ native: NativeSocket, _ peer: Peer, _ listener: Listener) -> Int32 {
        identify(peer, forwardedFor: native.header(WSI_TOKEN_X_FORWARDED_FOR))
        let isWelcome = peer.admission == .within
        guard let request = native.request(peerAddress: peer.address), native.hasClearLength else {
            return -1
        }
        // Our deadline rules, and one request is all that is read.
        native.clearTimeout()
        if let refusal = native.refusalOfHead { return refuse(native, refusal) }
        if isWelcome, request.method == .put { return upload(request, native, peer, listener) }
        let hasBody = native.announcesBody
        let exchange = HTTPExchange(
            socket: native,
            on: self,
            budget: budget(named: peer.countedName),
            isHead: request.method == .head,
            body: hasBody ? .drained : .none
        )
        peer.role = .exchange(exchange)
        if !hasBody {
            native.ignoreInput()
            native.setReading(false)
        }
        if isWelcome {
            listener.handler.respond(to: request, with: exchange)
        } else {
            exchange.respond(.tooManyConnections)
        }
        return 0
    }

    /// A PUT: its body is gathered if the handler lets it come, and the loop has a place for it.
    private func upload(
        _ request: HTTPRequest,
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener
    ) -> Int32 {
        let refusal = uploadRefusal(of: request, native, peer, listener)
        let exchange = HTTPExchange(
            socket: native,
            on: self,
            budget: budget(named: peer.countedName),
            isHead: false,
            body: refusal == nil ? .gathered(request) : native.announcesBody ? .drained : .none
        )
        peer.role = .exchange(exchange)
        if let refusal {
            exchange.respond(refusal)
            return 0
        }
        peer.isUploading = true
        // For the whole of it: lws hangs up sooner on a peer that pauses.
        peer.deadline = now + UInt64(limits.uploadTimeoutSeconds) * 1_000
        if native.awaitsContinue { exchange.invite() }
        return 0
    }

    private func uploadRefusal(
        of request: HTTPRequest,
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener
    ) -> HTTPResponse? {
        if case .refuse(let response) = listener.handler.upload(request) { return response }
        // lws decodes no chunks, and reckons with 100 MiB where no length is said.
        guard native.header(WSI_TOKEN_HTTP_TRANSFER_ENCODING) == nil,
            let bytes = request.contentLength
        else {
            return HTTPResponse(status: 411, text: "The body needs a Content-Length.")
        }
        guard bytes > 0 else { return HTTPResponse(status: 415, text: "The body is empty.") }
        let budget = budget(named: peer.countedName)
        guard budget.mayUpload(now: now), admissions.beginUpload(of: peer.countedAs, limits) else {
            return HTTPResponse(
                status: 503,
                text: "Too many uploads, or too much in a short time: try again.",
                headers: [("Retry-After", "1")]
            )
        }
        budget.takeUpload(bytes, now: now)
        return nil
    }

    /// LWS_CALLBACK_HTTP_BODY_COMPLETION: all of a body was read.
    func finishBody(of exchange: HTTPExchange, _ peer: Peer, _ listener: Listener) -> Int32 {
        // It counts until it is stored and the answer is sent: then the peer is gone.
        let (request, isDone) = exchange.bodyEnded()
        if let request {
            peer.native?.ignoreInput()
            peer.deadline = now + UInt64(limits.handshakeTimeoutSeconds) * 1_000
            listener.handler.respond(to: request, with: exchange)
        }
        return isDone ? -1 : 0
    }

    /// The peer of an upload is gone.
    func endUpload(of peer: Peer) {
        guard peer.isUploading else { return }
        peer.isUploading = false
        admissions.endUpload(of: peer.countedAs)
    }
}
