import Synchronization

/// Carries a noncopyable value into the closure of a thread, which may take it once.
final class HandOver<Value: ~Copyable & Sendable>: Sendable {
  let slot: Mutex<Value?>

  init(_ value: consuming sending Value) { slot = Mutex(consume value) }

  func take() -> Value {
    let value = slot.withLock { $0.take() }
    guard let value else { fatalError("taken twice") }
    return value
  }
}
