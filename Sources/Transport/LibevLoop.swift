internal import CLibwebsockets

/// A libev loop of our own, which libwebsockets' plugin puts its watchers on.
///
/// The loop that the plugin makes by itself cannot be told to do something before it waits: each
/// turn had to wake it through a descriptor, at eight of the fifteen system calls of a lone edit.
/// And it takes SIGINT, so that a second one in a process aborts it.
@safe
final class LibevLoop {
    /// Its address may cross threads: see `Wake`.
    let pointer: UnsafeMutablePointer<shim_loop>

    /// Makes a loop that calls `owner` before it waits, after, and when it was woken.
    init?(owner: NativeLoop) {
        let user = unsafe Unmanaged.passUnretained(owner).toOpaque()
        let made = unsafe shim_loop_create(
            { _, watcher, _ in unsafe LibevLoop.owner(watcher?.pointee.data)?.report(.resting) },
            { _, watcher, _ in unsafe LibevLoop.owner(watcher?.pointee.data)?.report(.waited) },
            { _, watcher, _ in unsafe LibevLoop.owner(watcher?.pointee.data)?.report(.woken) },
            user
        )
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
    }

    deinit { unsafe shim_loop_destroy(pointer) }

    var native: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(pointer.pointee.loop) }

    func run() { unsafe shim_loop_run(pointer) }

    func end() { unsafe shim_loop_end(pointer) }

    func leave() { unsafe shim_loop_leave(pointer) }

    func setBusy(_ isBusy: Bool) { unsafe shim_loop_set_busy(pointer, isBusy ? 1 : 0) }

    private static func owner(_ data: UnsafeMutableRawPointer?) -> NativeLoop? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<NativeLoop>.fromOpaque(data).takeUnretainedValue()
    }
}
