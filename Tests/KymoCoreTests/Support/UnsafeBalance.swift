import KymoCore
import Synchronization

/// Counts how often each numbered token was destroyed.
///
/// SAFETY: `deaths` is touched only between taking and releasing `isTaken`, whose acquire and release
/// order the threads. `Mutex` would do the same, but its code is in a library that the thread sanitizer
/// does not see into, and so it reports races where there are none.
final class Balance: Sendable {
  private let isTaken = Atomic(false)
  private nonisolated(unsafe) var deaths: [Int: Int] = [:]

  func died(_ number: Int) {
    locked { unsafe deaths[number, default: 0] += 1 }
  }

  /// Whether the tokens `0..<count`, and no others, were destroyed, each exactly once.
  func isEven(_ count: Int) -> Bool {
    locked {
      unsafe deaths.count == count && deaths.allSatisfy { $0 < count && $0 >= 0 && $1 == 1 }
    }
  }

  var deathCount: Int { locked { unsafe deaths.values.reduce(0, +) } }

  private func locked<Result>(_ body: () -> Result) -> Result {
    var waiter = Waiter(.spinThenYield)
    while !isTaken.compareExchange(
      expected: false,
      desired: true,
      ordering: .acquiring
    ).exchanged { waiter.pause() }
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}
