/// Frames that are sent one after the other to many: a snapshot, everybody's presence.
///
/// While peers have yet to read them they count once among what waits at the loop, as they are in
/// memory once: ten thousand who come back to a large document at the same time need no more than
/// one. They do not count for the bound of a connection's own queue.
///
/// Event-loop thread only.
package final class FrameBundle {
    /// The frames in order.
    package let frames: [Frame]
    /// By which its sender knows what a slow receiver missed; 0 for none.
    package let number: Int
    private unowned let loop: EventLoop
    private let byteCount: Int
    private var readers = 0

    /// Makes a bundle for connections of a loop.
    package init(_ frames: [Frame], on loop: EventLoop, number: Int = 0) {
        self.frames = frames
        self.number = number
        self.loop = loop
        byteCount = frames.reduce(0) { $0 + $1.bytes.count }
    }

    func enter() {
        readers += 1
        if readers == 1 { loop.queuedBytes += byteCount }
    }

    /// A socket has written the last one, or never will.
    func leave() {
        readers -= 1
        precondition(readers >= 0, "A socket leaves a bundle that it queued, once.")
        if readers == 0 { loop.queuedBytes -= byteCount }
    }
}
