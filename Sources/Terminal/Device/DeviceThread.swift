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

/// The stack that signals are handled on: the thread's own may be full.
///
/// A thread has one of its own, or none.
enum SignalStack {
    /// Large enough for what the processor saves there, and for a page of calls.
    private static let bytes = 65_536

    /// Gives the calling thread one, for as long as the process lives.
    static func install() {
        var current = unsafe stack_t()
        unsafe sigaltstack(nil, &current)
        // The runtime may have made one that is as good.
        let isNone = unsafe current.ss_flags & Int32(SS_DISABLE) != 0
        if !isNone, unsafe current.ss_size >= bytes { return }
        var stack = unsafe stack_t()
        unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        unsafe stack.ss_size = bytes
        unsafe sigaltstack(&stack, nil)
    }
}
