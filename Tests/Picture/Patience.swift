internal import Foundation

/// Waiting for what other programs do, always with a deadline.
enum Patience {
    /// Asks until the answer is yes.
    ///
    /// - Throws: `Helper.Failed` when it was not within the time.
    static func until(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while try !condition() {
            guard Date() < deadline else { throw Helper.Failed(what: "waited for \(what)") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
