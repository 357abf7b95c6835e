/// Carries a noncopyable value from one thread to another, through a closure that may not consume it.
///
/// Whoever uses it orders the two threads: by the start of a thread, or by its join. Taking twice traps.
public final class HandOver<Value: ~Copyable> {
  var value: Value?

  /// An empty carrier, to be filled before the other thread is started or joined.
  public init() { value = nil }

  /// Puts a value in.
  public init(_ value: consuming Value) { self.value = consume value }

  /// Puts a value in.
  ///
  /// - Precondition: there is none.
  public func put(_ value: consuming Value) {
    precondition(self.value == nil, "a hand-over carries one value")
    self.value = consume value
  }

  /// Takes the value out.
  ///
  /// - Precondition: there is one.
  public func take() -> Value {
    guard let value = value.take() else { preconditionFailure("nothing was handed over") }
    return value
  }
}
