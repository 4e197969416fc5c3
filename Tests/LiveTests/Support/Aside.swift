import Foundation

/// Waiting beside the tests: a test that blocks its thread keeps another one from running.
enum Aside {
    /// Runs something that takes its time on a thread of its own.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread {
                do { continuation.resume(returning: try body()) } catch {
                    continuation.resume(throwing: error)
                }
            }.start()
        }
    }
}
