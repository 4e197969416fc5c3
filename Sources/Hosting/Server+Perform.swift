internal import Store
internal import Transport
internal import WebSockets

/// What goes on when work on other threads is done, by a number of each.
struct Continuations {
    private var waiting: [Int: Any] = [:]
    private var last = 0

    fileprivate mutating func add<Value>(_ then: @escaping (Value) -> Void) -> Int {
        last += 1
        waiting[last] = then
        return last
    }

    fileprivate mutating func take<Value>(_ number: Int) -> ((Value) -> Void)? {
        waiting.removeValue(forKey: number) as? (Value) -> Void
    }
}

// The one way off the loop and back.
extension Server {
    /// Begins work on other threads, and goes on with its result in a turn of this loop.
    ///
    /// - Parameters:
    ///   - begin: begins it, and has `done` called once, from any thread.
    ///   - then: goes on with the result; never when the loop ends before.
    package func perform<Value: Sendable>(
        _ begin: (_ done: @escaping @Sendable (Value) -> Void) -> Void,
        then: @escaping (Value) -> Void
    ) {
        let number = continuations.add(then)
        let mailbox = mailbox
        begin { value in
            mailbox.post(.errand { $0.continuations.take(number)?(value) })
        }
    }

    /// Does work on another thread, and goes on with its result in a turn of this loop.
    package func offload<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then: @escaping (Value) -> Void
    ) {
        perform({ done in Offload.run { done(work()) } }, then: then)
    }

    /// The same for a document: nothing goes on if it was closed meanwhile, also if it was opened
    /// again.
    func perform<Value: Sendable>(
        on document: OpenDocument,
        _ begin: (_ done: @escaping @Sendable (Value) -> Void) -> Void,
        then: @escaping (OpenDocument, Value) -> Void
    ) {
        let (name, opening) = (document.name, document.opening)
        perform(begin) { [unowned self] value in
            if let document = documents.find(name, opening: opening) { then(document, value) }
        }
    }

    /// Hands entries to the journal behind all that was handed to it in this turn, and goes on when
    /// they are durable.
    func submit(_ entries: [JournalEntry], then: @escaping () -> Void) {
        turn.submit()
        perform { (done: @escaping @Sendable (Bool) -> Void) in
            journal.submit(entries) { done(true) }
        } then: { _ in
            then()
        }
    }

    /// The same for a document: nothing goes on if it was closed meanwhile.
    func submit(
        _ entries: [JournalEntry],
        of document: OpenDocument,
        then: @escaping (OpenDocument) -> Void
    ) {
        let (name, opening) = (document.name, document.opening)
        submit(entries) { [unowned self] in
            if let document = documents.find(name, opening: opening) { then(document) }
        }
    }
}
