/// The server's end of a simulated TCP connection: what a kernel and libwebsockets know of it.
///
/// The driver delivers what the client sent by its `NativeLoop`, and takes what the server sent out
/// of `sent`.
package final class SimulatedSocket {
    /// Bytes that the kernel took and the client did not read yet.
    package var sent: [UInt8] = []
    /// How many bytes the kernel holds for a client that does not read.
    package var capacity = 65_536
    /// Whether the server reads what comes.
    package internal(set) var isReading = true
    /// Whether the server has ended the connection.
    package private(set) var isCut = false
    /// Bytes that the client has read.
    package var bytesAcknowledged: UInt64 = 0

    let descriptor: Int32
    var host: NativeHost?
    var path = ""
    var handle: UInt = 0
    var isFinalFragment = true
    var remainingPayload: UInt = 0
    var wantsWriteable = false
    /// What the kernel did not take.
    var unsent: [UInt8] = []

    /// Makes the end of the connection of that number.
    package init(number: Int32) { descriptor = number }

    /// How many bytes wait that the kernel did not take.
    package var queuedBytes: Int { unsent.count }

    /// Whether the server waits for room, and there is some.
    package var isWriteable: Bool {
        !isCut && (wantsWriteable || !unsent.isEmpty) && sent.count < capacity
    }

    /// Moves bytes to the kernel, as many as it takes.
    func drain() {
        let room = capacity - sent.count
        guard room > 0, !unsent.isEmpty else { return }
        let count = min(room, unsent.count)
        sent += unsent[..<count]
        unsent.removeFirst(count)
    }

    func cut() { isCut = true }

    /// The server's process is gone: what it did not hand to the kernel is lost.
    package func hangUp() {
        unsent = []
        isCut = true
    }
}
