import Synchronization

/// Counts how often each numbered token was destroyed.
final class Balance: Sendable {
  let deaths = Mutex<[Int: Int]>([:])

  func died(_ number: Int) { deaths.withLock { $0[number, default: 0] += 1 } }

  /// Whether the tokens `0..<count`, and no others, were destroyed, each exactly once.
  func isEven(_ count: Int) -> Bool {
    deaths.withLock { $0.count == count && $0.allSatisfy { $0 < count && $0 >= 0 && $1 == 1 } }
  }

  var deathCount: Int { deaths.withLock { $0.values.reduce(0, +) } }
}
