/// The server's end of a simulated connection, as the rest of the room calls it.
struct NativeSocket {
    let end: SimulatedSocket

    /// The integer that the connection carries for us.
    var handle: UInt {
        get { end.handle }
        nonmutating set { end.handle = newValue }
    }

    /// What a peer's address is made of.
    var descriptor: Int32 { end.descriptor }

    /// Whether bytes wait that the socket did not take.
    var isPartiallyBuffered: Bool { !end.unsent.isEmpty }

    /// Whether the current chunk ends its message.
    var isFinalFragment: Bool { end.isFinalFragment }

    /// Whether the current message is binary.
    var isBinary: Bool { false }

    /// What the current frame announced and has not delivered yet.
    var remainingPayload: UInt { end.remainingPayload }

    /// Bytes that the peer has acknowledged so far.
    var bytesAcknowledged: UInt64 { end.bytesAcknowledged }

    /// Bytes that the peer has sent so far; 0 for unknown.
    var bytesReceived: UInt64 { 0 }

    /// Bytes that were read so far; nil for unknown.
    var bytesRead: UInt64? { nil }

    /// False: simulated connections have no TLS.
    var isSecure: Bool { false }

    /// Whether part of a TLS record waits to be read: there is no TLS.
    var isWithinRecord: Bool { false }

    /// Whether the peer has not ended the stream.
    var isPeerThere: Bool { !end.isCut }

    /// Asks for one writeable event.
    func askWriteable() { end.wantsWriteable = true }

    /// Stops or resumes reading.
    func setReading(_ on: Bool) { end.isReading = on }

    /// Sends bytes as they are; false when the socket is dead.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !end.isCut else { return false }
        unsafe end.unsent.append(contentsOf: bytes)
        end.drain()
        return true
    }

    /// Tells the peer that no more will be sent.
    func finishWriting() {}

    /// Ends the connection now.
    func kill() { end.cut() }
}
