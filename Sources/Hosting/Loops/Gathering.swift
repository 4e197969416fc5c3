/// What several loops were asked for, until all have said it.
final class Gathering<Part: Sendable> {
    private var parts: [Part] = []
    private var missing: Int
    private let completion: ([Part]) -> Void

    /// Waits for the loop that asks, and for as many others.
    init(missing: Int, _ completion: @escaping ([Part]) -> Void) {
        self.missing = missing + 1
        self.completion = completion
    }

    /// One has said it.
    func add(_ part: Part) {
        parts.append(part)
        missing -= 1
        if missing == 0 { completion(parts) }
    }
}
