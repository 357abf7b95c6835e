import KymoCore

extension Workload {
  /// A digest of all events and messages, by which two runs know that they were offered the same.
  ///
  /// It is no defence against forgery.
  ///
  /// - Complexity: O(events + bytes of messages).
  public var digest: UInt64 {
    var digest = WorkloadDigest(count: events.count)
    for event in events { digest.add(event) }
    for byte in messages { digest.add(byte) }
    return digest.value
  }
}
