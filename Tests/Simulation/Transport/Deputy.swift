/// A loop that is never lent: the driver runs one thread of a simulated process at a time.
package final class Deputy: Sendable {
    package init(run: @escaping @Sendable () -> Void) {}

    package var isWantedBack: Bool { false }

    package func lend(_ wait: () -> Void, recall: () -> Void) { wait() }

    package func end() {}
}
