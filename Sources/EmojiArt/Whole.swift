#if _pointerBitWidth(_32)
/// A whole number of a document or a message: it holds 53 bits on any machine.
///
/// A browser's core has words of 32 bits; there the compiler tells `Int` and `Whole` apart.
public typealias Whole = Int64
#else
/// A whole number of a document or a message: it holds 53 bits on any machine.
public typealias Whole = Int
#endif
