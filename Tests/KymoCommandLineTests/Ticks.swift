import Synchronization

/// A clock that moves by the same step whenever it is read.
final class Ticks: Sendable {
  private let time = Atomic<Int64>(0)
  private let step: Int64

  init(every step: Int64) { self.step = step }

  func next() -> Int64 { time.add(step, ordering: .relaxed).newValue }
}
