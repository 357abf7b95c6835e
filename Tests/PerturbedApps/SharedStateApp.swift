import Foundation
import KymoCore
import KymoRecording
import Synchronization

/// Says how far a thread of its own has counted.
final class SharedStateApp: SinApp {
  private final class Counter: Sendable {
    let value = Atomic(UInt64(0))
  }

  static let name = "SharedStateApp"

  private let counter = Counter()

  init(_ setup: AppSetup) {
    let counter = counter
    Thread.detachNewThread {
      while true { counter.value.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  func number(_ acceleration: Acceleration) -> UInt64 { counter.value.load(ordering: .relaxed) }
}
