import Synchronization

/// The signals that the threads of a live capture give each other.
final class CaptureProgress: Sendable {
  private let stop = Atomic<Bool>(false)
  private let end = Atomic<Bool>(false)
  private let packetCount = Atomic<UInt64>(0)
  private let byteCount = Atomic<UInt64>(0)

  /// Whether it shall end.
  var isStopRequested: Bool { stop.load(ordering: .relaxed) }
  /// Whether it has ended.
  var isEnded: Bool { end.load(ordering: .acquiring) }
  var packets: UInt64 { packetCount.load(ordering: .relaxed) }
  var bytes: UInt64 { byteCount.load(ordering: .relaxed) }

  func requestStop() { stop.store(true, ordering: .relaxed) }
  func markEnd() { end.store(true, ordering: .releasing) }

  func publish(packets: UInt64, bytes: UInt64) {
    packetCount.store(packets, ordering: .relaxed)
    byteCount.store(bytes, ordering: .relaxed)
  }
}
