/// A value that is stored apart: who holds it, or none of it, takes eight bytes.
indirect enum Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
