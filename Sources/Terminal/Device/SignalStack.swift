internal import Glibc

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
