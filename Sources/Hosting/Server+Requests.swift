internal import EmojiArt
internal import Images
internal import Store
internal import Tokens
internal import Transport
internal import WebSockets
internal import Wire

// What is asked over HTTP.
extension Server {
    func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        if let refusal = refusal(of: request) { return exchange.respond(refusal) }
        switch Route(request.path) {
        case nil: exchange.respond(.nothing)
        case .home, .canvas, .file: exchange.respond(entrance.page(request) ?? .nothing)
        case .health: exchange.respond(health)
        case .readiness: tellReadiness(to: exchange)
        case .document(let name): change(name, request, exchange)
        case .list:
            let grant = try? tokenGate.grant(for: request, of: nil, least: .viewer)
            answers.list(for: grant ?? nil, to: exchange)
        case .export(let name, let format):
            guard let moment = request.query.first(where: { $0.name == "at" })?.value else {
                return answer(.export(format), of: name, to: exchange)
            }
            export(name, as: format, at: moment, to: exchange)
        case .snapshot(let name): snapshot(name, request, to: exchange)
        case .history(let name): tellHistory(of: name, to: exchange)
        case .edits(let name): tellEdits(of: name, request, to: exchange)
        case .background(let name): examine(exchange.takeBody(), for: name, exchange)
        case .image(let name, let digest): show(digest, of: name, for: request, to: exchange)
        }
    }

    func upload(_ request: HTTPRequest) -> UpgradeDecision {
        if let refusal = refusal(of: request) { return .refuse(refusal) }
        if (request.contentLength ?? 0) > Limits.imageBytesMax { return .refuse(.imageTooLarge) }
        return isOverloaded ? .refuse(.diskBehind) : .accept
    }

    /// The answer to a request that is not let in; nil when it is.
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
    private func examine(_ body: [UInt8], for name: DocumentName, _ exchange: HTTPExchange) {
        offload {
            ImageExamination(of: body)
        } then: { [unowned self] examination in
            switch examination {
            case .refused(let response): exchange.respond(response)
            // If the document exists.
            case .accepted(let image): answer(.keep(image), of: name, to: exchange)
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
}
