/// Tells the driver that the writer has something to do.
package final class Doorbell: Sendable {
    package init() {}

    /// Wakes the writer.
    package func ring() { SimulatedDisk.mounted.isRung = true }

    /// The driver does not let a writer wait.
    package func wait() { preconditionFailure("A simulated writer never waits.") }
}
