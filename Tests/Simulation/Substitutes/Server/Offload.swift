/// Work that the loop does not wait for: the driver does it later.
enum Offload {
    // One thread runs a world, and a process has one world.
    @safe nonisolated(unsafe) static var jobs: [@Sendable () -> Void] = []

    static func run(_ work: @escaping @Sendable () -> Void) { jobs.append(work) }

    static func runAlone(_ work: @escaping @Sendable () -> Void) { run(work) }
}
