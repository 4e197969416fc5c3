/// A frame in a socket's private queue.
struct QueuedFrame {
    /// Whether the frame is the socket's alone, or one of a bundle that others have too.
    enum Share {
        case own
        case shared
        /// The last of its bundle.
        case last(FrameBundle)
    }

    let frame: Frame
    let share: Share

    var byteCount: Int { frame.bytes.count }
}
