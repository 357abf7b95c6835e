package import KymoCore

/// A digest of events and their messages, by which two runs know that they were offered the same.
///
/// It is told of all events, and then of the bytes of all messages, in the same order. It is no defence against forgery.
package struct WorkloadDigest {
  /// The digest of what it was told so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Begins with how many events there are.
  package init(count: Int) { add(UInt64(count)) }

  private mutating func add(_ word: UInt64) {
    // A multiplication moves bits upwards only; the shift brings them down again.
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value &>> 32
  }

  /// Adds an event; if it refers to a message, to where that lies behind those before it.
  package mutating func add(_ event: Event) {
    add(UInt64(bitPattern: event.timestamp))
    add(UInt64(event.sequence) | UInt64(event.command.rawValue) &<< 32)
    add(UInt64(event.source.rawValue) | UInt64(event.kind.rawValue) &<< 8)
    let payload = event.payload
    for word in [payload.word0, payload.word1, payload.word2] { add(word) }
    for word in [payload.word3, payload.word4, payload.word5] { add(word) }
  }

  /// Adds a byte of a message.
  package mutating func add(_ byte: UInt8) { add(UInt64(byte)) }
}
