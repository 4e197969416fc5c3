internal import DequeModule

/// Ready-made frames in the order they were appended, kept once for all who follow.
///
/// Event-loop thread only. Frames lie back to back in chunks, so all that a follower has yet to
/// get is one range per chunk, and one `send` writes it:
/// ```
/// index       0   1   2       3   4         5 ...
/// chunk    0 [###|##|####] 1 [##|#####]  2 [###          ]
///                 ^ a follower's cursor: chunk 0, offset of frame 1
/// ```
/// A frame never straddles chunks: every write ends at a frame's end, where lws may put a pong.
package final class FrameLog {
    /// Size of a chunk in bytes: what one `send` takes at most, unless one frame is larger.
    #if SIMULATION
    static let chunkBytes = 1_024
    #else
    static let chunkBytes = 65_536
    #endif

    private var chunks: Deque<FrameChunk> = []
    /// The number of `chunks[0]`; chunks are numbered from 0 and keep their number.
    private var firstChunk = 0
    private var followers: [Socket] = []
    private var isDirty = false
    private weak var loop: EventLoop?
    /// Copies of it on other servers, which are told of each change.
    package var mirrors: [any FrameLogMirror] = []

    /// The oldest frame that is still kept; equals `endIndex` when none is.
    package private(set) var firstIndex: Int
    /// The index the next frame will get.
    package private(set) var endIndex: Int
    /// The bytes of all frames that are kept, headers included.
    package private(set) var byteCount = 0

    /// Bytes of frames for which the next chunk has room at once.
    private var expected: Int

    /// Creates an empty log whose first frame will have the given index, with room for messages
    /// that are appended at once: how many, and their bytes.
    package init(
        firstIndex: Int = 0,
        expecting messages: (count: Int, bytes: Int) = (0, 0)
    ) {
        self.firstIndex = firstIndex
        endIndex = firstIndex
        expected = messages.bytes + messages.count * FrameHeader.byteCount(payloadCount: 126)
    }

    /// Appends one text message as a frame; followers get it when this turn of the loop ends.
    ///
    /// - Complexity: O(payload), whatever the number of followers.
    package func append(_ payload: [UInt8]) {
        let count = FrameHeader.byteCount(payloadCount: payload.count) + payload.count
        if chunks.last.map({ $0.room < count }) ?? true {
            let capacity = max(Self.chunkBytes, count)
            chunks.append(
                FrameChunk(firstIndex: endIndex, capacity: capacity, expecting: expected)
            )
            expected = 0
        }
        chunks[chunks.count - 1].append(payload)
        endIndex += 1
        byteCount += count
        markDirty()
        for mirror in mirrors { mirror.appended(payload) }
    }

    /// Drops whole chunks before a frame, so that less than a chunk before it may remain.
    ///
    /// Followers that had yet to get what is dropped are told by `lagged` at the next flush.
    package func trim(to index: Int) {
        precondition(index <= endIndex, "a log is trimmed to a frame it has, or to its end")
        var dropped = false
        while let chunk = chunks.first, chunk.endIndex <= index {
            chunks.removeFirst()
            firstChunk += 1
            byteCount -= chunk.byteCount
            dropped = true
        }
        firstIndex = chunks.first?.firstIndex ?? endIndex
        guard dropped else { return }
        markDirty()
        for mirror in mirrors { mirror.trimmed(to: firstIndex) }
    }

    /// The payloads of all frames that are kept.
    package var payloads: [[UInt8]] { chunks.flatMap(\.payloads) }
}

/// A copy of a log on another server.
package protocol FrameLogMirror: AnyObject {
    /// The log has got another frame.
    func appended(_ payload: [UInt8])
    /// The log has dropped the frames before an index.
    func trimmed(to index: Int)
}

extension FrameLog {
    /// Where a follower reads on: a frame's index, and where its bytes are.
    struct Cursor {
        fileprivate(set) var index: Int
        fileprivate var chunk: Int
        fileprivate var offset: Int
    }

    enum Pending {
        case nothing
        case bytes(FrameChunk, from: Int)
        case trimmed
    }

    /// A cursor at a frame, or at the end; one before `firstIndex` finds its frames trimmed.
    func cursor(at index: Int) -> Cursor {
        precondition(index <= endIndex, "a follower cannot be ahead of its log")
        guard index >= firstIndex, index < endIndex else {
            // At the end, the bytes begin where the last chunk ends now.
            let last = chunks.last
            let number = firstChunk + max(0, chunks.count - 1)
            let isAhead = index == endIndex
            return Cursor(
                index: index,
                chunk: isAhead ? number : firstChunk - 1,
                offset: isAhead ? last?.byteCount ?? 0 : 0
            )
        }
        var low = 0
        var high = chunks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if chunks[middle].firstIndex <= index { low = middle } else { high = middle }
        }
        return Cursor(index: index, chunk: firstChunk + low, offset: chunks[low].offset(of: index))
    }

    /// The next range for a cursor, which is moved past chunks it has read to their end.
    func pending(_ cursor: inout Cursor) -> Pending {
        if cursor.index >= endIndex { return .nothing }
        if cursor.index < firstIndex { return .trimmed }
        if cursor.chunk < firstChunk { cursor = self.cursor(at: cursor.index) }
        if cursor.offset == chunks[cursor.chunk - firstChunk].byteCount {
            cursor.chunk += 1
            cursor.offset = 0
        }
        return .bytes(chunks[cursor.chunk - firstChunk], from: cursor.offset)
    }

    /// How many bytes a follower has yet to get, of those that are kept.
    func byteCount(after cursor: Cursor) -> Int {
        guard cursor.index < endIndex else { return 0 }
        guard cursor.chunk >= firstChunk else { return byteCount }
        let rest = chunks[(cursor.chunk - firstChunk)...]
        return rest.reduce(-cursor.offset) { $0 + $1.byteCount }
    }

    /// Moves a cursor to the end of the chunk whose bytes it was given.
    func advance(_ cursor: inout Cursor) {
        let chunk = chunks[cursor.chunk - firstChunk]
        cursor.index = chunk.endIndex
        cursor.offset = chunk.byteCount
    }

    func add(_ follower: Socket, loop: EventLoop) -> Int {
        self.loop = loop
        followers.append(follower)
        return followers.count - 1
    }

    /// Removes the follower at a place; the last one takes it.
    func removeFollower(at place: Int) {
        let last = followers.removeLast()
        guard place < followers.count else { return }
        followers[place] = last
        last.moved(to: place, in: self)
    }

    /// Hands every follower to the flush and is clean again.
    func takeFollowers(_ body: (Socket) -> Void) {
        isDirty = false
        for follower in followers { body(follower) }
    }

    private func markDirty() {
        guard !isDirty, !followers.isEmpty, let loop else { return }
        isDirty = true
        loop.logChanged(self)
    }
}
