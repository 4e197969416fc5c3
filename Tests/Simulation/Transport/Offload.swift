/// Work that the loop does not wait for: the driver does it later.
package enum Offload {
    // One thread runs a world, and a process has one world.
    @safe nonisolated(unsafe) package static var jobs: [@Sendable () -> Void] = []

    package static func run(_ work: @escaping @Sendable () -> Void) { jobs.append(work) }

    package static func runAlone(_ work: @escaping @Sendable () -> Void) { run(work) }
}
