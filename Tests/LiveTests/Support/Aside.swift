import Foundation

/// Waiting beside the tests: a test that blocks its thread keeps another one from running.
enum Aside {
    /// Runs something that takes its time on a thread of its own, as part of the same task: what
    /// fails there is a failure of the test.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(OwnThread()) { @concurrent in try body() }
    }

    /// Runs each job on a thread that ends with it.
    private final class OwnThread: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
        }
    }
}
