internal import Synchronization

/// The body of an answer, which several answers may have at once.
///
/// While it is on its way to somebody it counts once among what waits at the loop, as it is in
/// memory once: a hundred who read the same file need no more than one. It is whole: to be made
/// piece by piece, an export would need the document as it was, which takes as much memory.
package final class HTTPContent: Sendable {
    /// The body.
    package let bytes: [UInt8]

    private let readers = Mutex(0)

    /// Makes the content of answers to equal requests.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// An answer with this content begins.
    func enter(_ loop: EventLoop) {
        readers.withLock { count in
            count += 1
            if count == 1 { loop.queuedBytes += bytes.count }
        }
    }

    /// An answer with this content is over.
    func leave(_ loop: EventLoop) {
        readers.withLock { count in
            count -= 1
            precondition(count >= 0, "An answer leaves its content once.")
            if count == 0 { loop.queuedBytes -= bytes.count }
        }
    }
}
