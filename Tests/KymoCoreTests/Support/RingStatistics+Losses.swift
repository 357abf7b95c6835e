import KymoCore

extension RingStatistics {
  /// Whether so many were lost, and no push had to wait.
  func isLoss(newest: UInt64 = 0, oldest: UInt64 = 0) -> Bool {
    droppedNewest == newest && droppedOldest == oldest && waits == 0
  }
}
