internal import Foundation
internal import Glibc
internal import WebSockets

/// Reads lines of standard input on a thread of its own, no faster than they are taken.
final class LineReader: Sendable {
    enum Event: Sendable {
        case line([UInt8])
        /// A line of more than `lineBytesMax` bytes; it is dropped.
        case tooLong
        case end
    }

    /// Bytes of a line: more than a message may have is no edit.
    static let lineBytesMax = 65_536
    /// Lines that may be read and not yet taken.
    private static let linesAhead = 512

    private let room = DispatchSemaphore(value: 0)

    init() {
        // Counted up from 0: Dispatch traps when a semaphore ends below the value it was made with.
        for _ in 0..<Self.linesAhead { room.signal() }
    }

    /// Starts reading; each event is posted in order.
    func start(postingTo mailbox: Mailbox<Event>) {
        Thread { self.read(mailbox) }.start()
    }

    /// One more event was taken: another may be read.
    func taken() { room.signal() }

    private func read(_ mailbox: Mailbox<Event>) {
        var line: [UInt8] = []
        var isTooLong = false
        func post() {
            room.wait()
            mailbox.post(isTooLong ? .tooLong : .line(line))
            line = []
            isTooLong = false
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            // What is there, at once: FileHandle waits until all that it may read has come.
            let count = unsafe Glibc.read(STDIN_FILENO, &chunk, chunk.count)
            guard count > 0 else { break }
            for byte in chunk[..<count] {
                if byte == UInt8(ascii: "\n") {
                    post()
                } else if line.count < Self.lineBytesMax {
                    line.append(byte)
                } else {
                    isTooLong = true
                }
            }
        }
        if !line.isEmpty || isTooLong { post() }
        mailbox.post(.end)
    }
}
