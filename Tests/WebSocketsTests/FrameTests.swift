import Testing

@testable import WebSockets

@Suite struct FrameTests {
    @Test(
        arguments: [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
            (65_535, [0x81, 126, 0xFF, 0xFF]), (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])]
    )
    func `a text frame has the shortest header for its length`(count: Int, header: [UInt8]) {
        let payload = [UInt8](repeating: 0x61, count: count)
        #expect(Frame(text: payload).bytes == header + payload)
        #expect(FrameHeader.byteCount(payloadCount: count) == header.count)
    }

    @Test func `a close reason is cut to 123 bytes between characters`() {
        let frame = Frame.close(4_430, String(repeating: "é", count: 100), mask: nil)
        #expect(frame.bytes[..<4] == [0x88, 124, 0x11, 0x4E])
        let reason = String(decoding: frame.bytes[4...], as: UTF8.self)
        #expect(reason == String(repeating: "é", count: 61))
    }
}
