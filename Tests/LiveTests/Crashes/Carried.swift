/// What goes from one thread to another, and is used by one of them at a time.
///
/// The compiler cannot know that of a socket; who makes one of these does.
struct Carried<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
