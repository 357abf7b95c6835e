/// Takes a value and does nothing with it, which the compiler does not know: the work behind the value is done.
///
/// A computation whose result nobody uses is removed by the optimiser, and would be measured as nothing. A
/// ``Benchmark`` hands over what its closure returns; call this for other values.
///
/// - Parameter value: what must have been computed.
/// - Complexity: O(1), a call of 1 to 2 ns.
@inline(never) @_optimize(none)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {}
