internal import EmojiArt
internal import WebSockets

/// Answers to HTTP clients that ask for the same: made once, and held once while anybody reads.
struct SharedAnswers {
    /// What is asked for: equal keys have equal answers.
    enum Key: Hashable {
        case export(DocumentName, DocumentFormat, opening: Int, revision: Int)
        case past(DocumentName, DocumentFormat, document: Int64, revision: Int)
        case image(DocumentName, digest: String)
        /// The documents that match patterns, or all: for those who asked before it was begun.
        case list([String]?, round: Int)
    }

    /// An answer whose content goes when nobody reads it any more.
    private struct Kept {
        var response: HTTPResponse
        weak var content: HTTPContent?
    }

    private enum Answer {
        case coming([HTTPExchange])
        case kept(Kept)
    }

    private var answers: [Key: Answer] = [:]

    /// Answers a client, now or when the answer comes.
    ///
    /// - Returns: whether the answer has to be made, and then `finish` to be called.
    mutating func ask(for key: Key, _ exchange: HTTPExchange) -> Bool {
        switch answers[key] {
        case .coming(let others):
            answers[key] = .coming(others + [exchange])
            return false
        case .kept(let kept):
            if let content = kept.content {
                var response = kept.response
                response.content = content
                exchange.respond(response)
                return false
            }
        case nil: break
        }
        answers[key] = .coming([exchange])
        return true
    }

    /// An answer is made: all who asked get it.
    ///
    /// - Complexity: O(answers that are kept).
    mutating func finish(_ key: Key, _ response: HTTPResponse) {
        guard case .coming(let exchanges) = answers.removeValue(forKey: key) else { return }
        for exchange in exchanges { exchange.respond(response) }
        answers = answers.filter { entry in
            if case .kept(let kept) = entry.value { kept.content != nil } else { true }
        }
        if case .list = key { return }
        guard response.status == 200 else { return }
        var empty = response
        empty.content = HTTPContent([])
        answers[key] = .kept(Kept(response: empty, content: response.content))
    }
}
