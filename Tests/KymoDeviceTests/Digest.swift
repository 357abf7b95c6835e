import KymoCore

/// FNV-1a over whole words: short to write down, and enough to notice a changed bit.
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }

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
