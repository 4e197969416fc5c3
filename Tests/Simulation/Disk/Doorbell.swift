/// Tells the driver that the writer has something to do.
package final class Doorbell: Sendable {
    package init() {}

    /// Wakes the writer.
    package func ring() { SimulatedDisk.mounted.isRung = true }

    /// Lets a fiber wait; the writer of a file never does.
    package func wait() { Fiber.pause(.bell) }
}
