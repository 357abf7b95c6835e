import KymoCore

extension Workload {
  /// A digest of all events and messages, by which two runs know that they were offered the same.
  ///
  /// It is no defence against forgery.
  ///
  /// - Complexity: O(events + bytes of messages).
  public var digest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      // A multiplication moves bits upwards only; the shift brings them down again.
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 32
    }
    add(UInt64(events.count))
    for event in events {
      add(UInt64(bitPattern: event.timestamp))
      add(UInt64(event.sequence) | UInt64(event.command.rawValue) &<< 32)
      add(UInt64(event.source.rawValue) | UInt64(event.kind.rawValue) &<< 8)
      let payload = event.payload
      for word in [payload.word0, payload.word1, payload.word2] { add(word) }
      for word in [payload.word3, payload.word4, payload.word5] { add(word) }
    }
    for byte in messages { add(UInt64(byte)) }
    return hash
  }
}
