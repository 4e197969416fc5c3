import Foundation
import Testing

/// Waiting beside the tests: a test that blocks its thread keeps another one from running.
enum Aside {
    /// Runs something that takes its time on a thread of its own, as part of the same task: what
    /// fails there is a failure of the test.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(OwnThread()) { @concurrent in try body() }
    }

    /// Does something for each of these side by side, as `run` does; the results as they come.
    static func each<Item: Sendable, Result: Sendable>(
        _ items: some Sequence<Item>,
        _ body: @escaping @Sendable (Item) throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup { group in
            for item in items {
                group.addTask { try await run { try body(item) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Runs each job on a thread that ends with it.
    fileprivate final class OwnThread: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }.start()
        }
    }
}

/// Runs each test of a suite on a thread of its own.
struct EachAside: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Aside.OwnThread()) { try await function() }
    }
}

extension Trait where Self == EachAside {
    static var aside: Self { EachAside() }
}
