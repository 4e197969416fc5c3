import TestKit

/// Plays cases on a raw socket, as the client of our server or as the server of our client.
struct ConformancePlayer {
    struct Observation {
        var answers: [RawFrame] = []
        /// The first Close frame; its code is 1005 when it had none.
        var closeCode: Int?
        /// Whether the stream ended, after the Close frame or without one.
        var isOver = false
        /// Whether it was refused before all was sent.
        var isRefusedEarly = false
        /// What a well-behaved endpoint never does.
        var faults: [String] = []
    }

    /// How long something may take that need not come.
    private static let patienceMilliseconds = 250

    let socket: RawSocket
    /// Whether the case is played as a server: frames go without masks, and masks come back.
    let isServer: Bool
    private(set) var seen = Observation()
    /// How many answers were waited for by steps.
    private var awaited = 0

    init(on socket: RawSocket, isServer: Bool) {
        self.socket = socket
        self.isServer = isServer
        socket.sendAtOnce()
    }

    private var mask: UInt32? { isServer ? nil : RawSocket.mask }

    /// Plays one case to the end of the connection.
    mutating func play(_ test: ConformanceCase) -> Observation {
        send(test)
        while seen.closeCode == nil, !seen.isOver {
            guard test.end != .goodbye || seen.answers.count < test.answers.count else { break }
            if test.fewer == .lost, !seen.answers.isEmpty {
                guard readOneIfItComes() else { break }
            } else {
                readOne()
            }
        }
        if case .closeAnswered = test.end {
            // Ours is out already.
        } else {
            let code = seen.closeCode.flatMap { $0 == 1005 ? nil : $0 } ?? 1000
            socket.send(
                RawFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)]).encoded(mask: mask)
            )
        }
        while seen.closeCode == nil, !seen.isOver { readOne() }
        // A server ends the stream by itself; a client waits for its server (section 7.1.1). One
        // that was failed need not: a test of its own shows that our server does not wait for long.
        if isServer {
            socket.finishWriting()
        } else if seen.closeCode != 1000 {
            return seen
        }
        while !seen.isOver { readOne() }
        return seen
    }

    private mutating func send(_ test: ConformanceCase) {
        var ready: [UInt8] = []
        for step in test.steps where seen.closeCode == nil && !seen.isOver {
            switch step {
            case .await:
                write(&ready, test.style)
                awaited += 1
                while seen.answers.count < awaited, seen.closeCode == nil, !seen.isOver {
                    readOne()
                }
                continue
            case .frame(let frame):
                ready += frame.encoded(mask: mask)
            case .message(let opcode, let payload, let fragment):
                ready += encode(opcode, payload, fragment: fragment)
            case .pieces(let opcode, let pieces):
                sendPieces(opcode, pieces)
            }
            if test.style != .together { write(&ready, test.style) }
        }
        write(&ready, test.style)
    }

    private mutating func write(_ bytes: inout [UInt8], _ style: ConformanceCase.Style) {
        defer { bytes.removeAll() }
        guard !bytes.isEmpty else { return }
        switch style {
        case .together, .frameByFrame:
            socket.send(bytes)
        case .chops(let count):
            for start in stride(from: 0, to: bytes.count, by: count) {
                socket.send(Array(bytes[start..<min(start + count, bytes.count)]))
            }
        case .withTimeToRefuse:
            socket.send(bytes)
            lookForRefusal()
        }
    }

    private mutating func sendPieces(_ opcode: UInt8, _ pieces: [[UInt8]]) {
        var payload = Array(pieces.joined())
        let header = RawFrame(opcode).encoded(mask: mask, announced: UInt64(payload.count))
        if let mask { RawFrame.apply(mask, to: &payload) }
        socket.send(header)
        for piece in pieces where seen.closeCode == nil {
            socket.send(Array(payload[..<piece.count]))
            payload.removeFirst(piece.count)
            if !payload.isEmpty { lookForRefusal() }
        }
    }

    private func encode(
        _ opcode: UInt8,
        _ payload: ConformanceCase.Payload,
        fragment: Int?
    ) -> [UInt8] {
        let bytes = payload.bytes
        guard let fragment, fragment < bytes.count else {
            return RawFrame(opcode, bytes).encoded(mask: mask)
        }
        var frames: [UInt8] = []
        frames.reserveCapacity(bytes.count + (bytes.count / fragment + 1) * 14)
        for start in stride(from: 0, to: bytes.count, by: fragment) {
            let end = min(start + fragment, bytes.count)
            let frame = RawFrame(
                start == 0 ? opcode : 0,
                Array(bytes[start..<end]),
                isFinal: end == bytes.count
            )
            frames += frame.encoded(mask: mask)
        }
        return frames
    }

    private mutating func lookForRefusal() {
        _ = readOneIfItComes()
        seen.isRefusedEarly = seen.closeCode != nil || seen.isOver
    }

    private mutating func readOneIfItComes() -> Bool {
        socket.setTimeout(milliseconds: Self.patienceMilliseconds)
        defer { socket.setTimeout(milliseconds: 10_000) }
        if let frame = socket.readFrame() {
            note(frame)
            return true
        }
        seen.isOver = socket.isAtEnd()
        return false
    }

    private mutating func readOne() {
        guard let frame = socket.readFrame() else {
            if !socket.isAtEnd() { seen.faults.append("no answer in time") }
            seen.isOver = true
            return
        }
        note(frame)
    }

    private mutating func note(_ frame: RawFrame) {
        if frame.isMasked != isServer { seen.faults.append("a mask that is wrong") }
        if frame.reserved != 0 || !frame.isFinal { seen.faults.append("an odd header") }
        guard seen.closeCode == nil else {
            seen.faults.append("a frame after Close")
            return
        }
        if frame.opcode == 8 {
            seen.closeCode = frame.payload.isEmpty ? 1005 : frame.code ?? 0
        } else {
            seen.answers.append(frame)
        }
    }
}
