/// The way to a service manager, which a simulated process has none of.
package final class SupervisorLink {
    /// There is none.
    package init?(path: String) { nil }

    /// Sends nothing.
    package func send(_ assignments: String) {}
}
