import KymoCore
import KymoTestSupport

extension WordDigest {
  /// Adds every bit of an event.
  mutating func add(_ event: Event) {
    add(UInt64(bitPattern: event.timestamp))
    add(
      UInt64(event.sequence) | UInt64(event.command.rawValue) << 32
        | UInt64(event.source.rawValue) << 48 | UInt64(event.kind.rawValue) << 56
    )
    add(event.payload.word0)
    add(event.payload.word1)
    add(event.payload.word2)
    add(event.payload.word3)
    add(event.payload.word4)
    add(event.payload.word5)
  }
}
