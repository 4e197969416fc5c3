internal import Foundation
internal import Glibc
internal import Synchronization

/// Where a proxy's owner leaves orders for its thread, and the thread says what it did.
final class ProxyDesk: Sendable {
    typealias Order = @Sendable (inout ProxyLoop) -> Void

    private struct State {
        var orders: [(order: Order, done: DispatchSemaphore)] = []
        var counts = FaultCounts()
    }

    /// Readable while there are orders.
    let bell: Int32
    private let rope: Int32
    private let state = Mutex(State())

    init?() {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        var pair: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(flags), 0, &pair) == 0 else { return nil }
        (bell, rope) = (pair[0], pair[1])
    }

    deinit {
        close(bell)
        close(rope)
    }

    var counts: FaultCounts { state.withLock { $0.counts } }

    /// Leaves an order; what it returns is signalled when it is carried out.
    @discardableResult
    func post(_ order: @escaping Order) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        state.withLock { $0.orders.append((order, done)) }
        var byte: UInt8 = 0
        _ = unsafe write(rope, &byte, 1)
        return done
    }

    func ask(_ order: @escaping Order) { _ = post(order).wait(timeout: .now() + 10) }

    /// Takes the orders that were left.
    func takeOrders() -> [(order: Order, done: DispatchSemaphore)] {
        var rung = [UInt8](repeating: 0, count: 64)
        _ = unsafe read(bell, &rung, rung.count)
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Tells what was done up to now.
    func tell(_ counts: FaultCounts) { state.withLock { $0.counts = counts } }
}
