/// The clock and the files of a simulated machine.
package enum System {
    // One thread runs a world, and a process has one world.
    /// Milliseconds of a clock that never jumps, which the driver moves on.
    @safe nonisolated(unsafe) package static var milliseconds: UInt64 = 0

    /// The driver decides when a thread goes on.
    package static func pause(milliseconds: UInt32) {
        Fiber.pause(.time(microseconds: Int(milliseconds) * 1_000))
    }

    /// The size of a file in bytes; 0 when there is none.
    package static func size(of path: String) -> Int {
        SimulatedDisk.mounted.files[path]?.bytes.count ?? 0
    }

    /// The bytes that are free where a directory is: the simulated disk says so by its errors.
    package static func freeBytes(of path: String) -> Int? { nil }

    /// Which file has a name.
    package struct FileIdentity {
        package let device: UInt64
        package let number: UInt64
        package let bytes: Int
    }

    /// Nobody removes a file of a simulated disk.
    package static func identity(of path: String) -> FileIdentity? { nil }

    /// No simulated journal may fail so.
    package static func end(saying text: String) -> Never { preconditionFailure(text) }

    /// Whether there is something of that name.
    package static func exists(_ path: String) -> Bool { SimulatedDisk.mounted.files[path] != nil }
}
