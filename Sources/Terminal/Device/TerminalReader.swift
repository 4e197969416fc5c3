internal import Glibc

/// Reads what the terminal sends.
enum TerminalReader {
    /// Bytes that are read at once: a paste comes in pieces of what the system keeps, 4 KiB.
    private static let chunkBytes = 16_384

    /// Starts a thread that delivers what comes, and an empty array when nothing can come any more.
    static func start(_ deliver: @escaping @Sendable ([UInt8]) -> Void) {
        DeviceThread.start {
            var chunk = [UInt8](repeating: 0, count: chunkBytes)
            while true {
                let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
                if count > 0 {
                    deliver(Array(chunk[..<count]))
                } else if count < 0, errno == EINTR {
                    continue
                } else if count < 0, errno == EAGAIN {
                    // Somebody who shares the descriptor made it so that it does not block.
                    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                    unsafe poll(&waiting, 1, -1)
                } else {
                    // The end, or EIO: the terminal has gone.
                    return deliver([])
                }
            }
        }
    }
}
