/// Work that takes long, and that the loop does not wait for.
enum Offload {
    /// Runs work on another thread; what it made comes back as mail.
    static func run(_ work: @escaping @Sendable () -> Void) {
        Task.detached(priority: .utility) { work() }
    }
}
