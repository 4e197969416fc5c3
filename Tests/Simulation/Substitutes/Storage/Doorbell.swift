/// Tells the driver that the writer has something to do.
final class Doorbell: Sendable {
    /// Wakes the writer.
    func ring() { SimulatedDisk.mounted.isRung = true }

    /// The driver does not let a writer wait.
    func wait() { preconditionFailure("A simulated writer never waits.") }
}
