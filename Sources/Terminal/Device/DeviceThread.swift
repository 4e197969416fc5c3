internal import Glibc

/// A thread that does one thing, until the process ends or that is done.
enum DeviceThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts it; a fault in it gives the terminal back, as any does.
    static func start(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let body = unsafe Unmanaged.passRetained(Body(run))
        let created = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                SignalStack.install()
                unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                return nil
            },
            unsafe body.toOpaque()
        )
        precondition(created == 0, "A thread for the terminal is always to be had at start.")
        pthread_detach(thread)
    }
}
