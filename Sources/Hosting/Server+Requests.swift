internal import EmojiArt
internal import Images
internal import Store
internal import Tokens
internal import Transport
package import WebSockets
internal import Wire

// What is asked over HTTP.
extension Server {
    /// Answers a request.
    package func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        if request.method == .options, guest(request) != nil {
            return exchange.respond(.preflight)
        }
        if let refusal = refusal(of: request) { return exchange.respond(refusal) }
        switch Route(request.path) {
        case nil: exchange.respond(.nothing)
        case .home, .canvas, .file: exchange.respond(entrance.page(request) ?? .nothing)
        case .health: exchange.respond(health)
        case .readiness: tellReadiness(of: request, to: exchange)
        case .document(let name): change(name, request, exchange)
        case .list:
            let grant = try? tokenGate.grant(for: request, of: nil, least: .viewer)
            answers.list(for: grant ?? nil, to: exchange)
        case .export(let name, let format):
            guard let moment = request.query.first(where: { $0.name == "at" })?.value else {
                return answer(.export(format), of: name, to: exchange)
            }
            guard let moment = Moment(moment) else { return exchange.respond(.badMoment) }
            export(name, as: format, at: moment, to: exchange)
        case .snapshot(let name): snapshot(name, request, to: exchange)
        case .history(let name): tellHistory(of: name, to: exchange)
        case .edits(let name): tellEdits(of: name, request, to: exchange)
        case .background(let name): examine(exchange.takeBody(), for: name, request, exchange)
        case .image(let name, let digest): show(digest, of: name, for: request, to: exchange)
        }
    }

    /// The origin of a page of another site, if the operator lets its pages connect.
    package func guest(_ request: HTTPRequest) -> String? { entrance.origins.guest(request) }

    /// Refuses a body that cannot be kept.
    package func refusalOfUpload(_ request: HTTPRequest) -> HTTPResponse? {
        if let refusal = refusal(of: request) { return refusal }
        if (request.contentLength ?? 0) > Limits.imageBytesMax { return .imageTooLarge }
        return isOverloaded ? .diskBehind : nil
    }

    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        if let refusal = entrance.origins.refusal(of: request) { return refusal }
        guard let route = Route(request.path) else {
            let methods = Route.readingMethods
            return methods.contains(request.method) ? nil : .wrongMethod(allowing: methods)
        }
        if let name = route.document, !isHome(of: name) { return .misdirected }
        guard route.methods.contains(request.method) else {
            return .wrongMethod(allowing: route.methods)
        }
        guard let least = route.least(for: request.method) else { return nil }
        do throws(TokenFault) {
            _ = try tokenGate.grant(for: request, of: route.document, least: least)
            return nil
        } catch {
            return .refusal(error)
        }
    }

    /// Looks at a body that should be an image, off the loop: its digest takes milliseconds.
    private func examine(
        _ body: [UInt8],
        for name: DocumentName,
        _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) {
        offload {
            ImageExamination(of: body)
        } then: { [unowned self] examination in
            switch examination {
            case .refused(let response): exchange.respond(response)
            // If the document exists.
            case .accepted(let image): answer(.keep(image, request), of: name, to: exchange)
            }
        }
    }

    /// Sends an image that is kept.
    ///
    /// A digest never names another image: who has it already is told so without a look.
    private func show(
        _ digest: String,
        of name: DocumentName,
        for request: HTTPRequest,
        to exchange: HTTPExchange
    ) {
        if request.ifNoneMatch == "\"\(digest)\"" { return exchange.respond(.unchanged) }
        answers.answer(.image(name, digest: digest), exchange) { completion in
            journal.image(digest, of: name.string) { result in
                Offload.run { completion(.image(result, digest: digest)) }
            }
        }
    }

    /// How long an edit may wait for its answer until the server says that it is not ready.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000

    /// Why the server should get no new clients, as a sentence; nil when it should.
    package func unreadiness(_ unansweredNanoseconds: UInt64) -> String? {
        if entrance.listener == nil { return "The server is starting." }
        if drain != nil { return "The server is shutting down: it is answering the last edits." }
        switch journal.statistics.stall {
        case nil: break
        case .fileReplaced:
            return "The journal's file was removed or replaced: edits wait unanswered. See the log."
        case .diskFull: return "The disk is full: edits wait unanswered until there is space."
        case .unreachable:
            return "PostgreSQL cannot be reached: edits wait unanswered until it can. See the log."
        case .notDurable(let cause): return "Edits wait unanswered: \(cause)."
        }
        if holds.isDiskLow {
            return "The disk is nearly full: edits wait unanswered until there is space."
        }
        if isOverloaded { return "The disk cannot keep up: the queue of edits is full." }
        if unansweredNanoseconds > Self.patienceNanoseconds {
            let seconds = unansweredNanoseconds / 1_000_000_000
            return "The disk does not answer: an edit has waited for \(seconds) s."
        }
        return nil
    }

    /// For how long the oldest edit waits for its answer; 0 when none does.
    var unansweredNanoseconds: UInt64 {
        guard let oldest = metrics.oldestUnanswered else { return 0 }
        let now = EventLoop.readNanoseconds()
        return max(now, oldest) - oldest
    }

    /// Answers to `/readyz`.
    package func tellReadiness(of request: HTTPRequest, to exchange: HTTPExchange) {
        let isSoft = request.query.contains { $0.name == "unready" && $0.value == "404" }
        gather(\.unansweredNanoseconds) { [unowned self] parts in
            let cause = unreadiness(parts.max() ?? 0)
            exchange.respond(
                cause.map { HTTPResponse(status: isSoft ? 404 : 503, text: $0) }
                    ?? HTTPResponse(status: 200, text: "ready")
            )
        }
    }

    /// The answer to `/healthz`.
    package var health: HTTPResponse {
        journal.statistics.stall == .diskFull ? .diskFull : HTTPResponse(status: 200, text: "ok")
    }
}
