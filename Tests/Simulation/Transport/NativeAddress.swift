/// Addresses of a simulated network: some clients share one.
package enum NativeAddress {
    package static func peer(of descriptor: Int32) -> String { "10.0.0.\(descriptor % 250)" }

    package static func isOwn(_ descriptor: Int32, on listening: Int32) -> Bool { true }
}

/// Simulated clients do not connect by the server's code.
package enum NameResolver {
    package enum Answer: Sendable {
        case addresses([String])
        case failure(String)
    }

    package static func isNumeric(_ host: String) -> Bool { true }

    package static func resolve(_ host: String, answer: @escaping @Sendable (Answer) -> Void) {}
}

/// One loop serves all documents: no connection waits for another.
package final class SocketWatch {
    package static let canPeek = false

    package let descriptor: Int32 = -1

    package init?() { nil }

    package static let batch = 1

    package func add(_ socket: Int32, as name: UInt, evenIfRead: Bool) -> Bool { false }

    package func remove(_ socket: Int32) {}

    package func ready() -> ArraySlice<UInt64> { [] }

    package static func peek(_ socket: Int32, bytesMax: Int) -> ArraySlice<UInt8>? { nil }

    package static func duplicate(_ socket: Int32) -> Int32? { nil }

    package static func close(_ socket: Int32) {}
}
