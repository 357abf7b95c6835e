/// The producer's end of a ``PayloadArena`` that goes with a ring of the caller's own.
///
///     if let reference = writer.write(text) { ring.push(entry(reference)) }  // And on the other side:
///     arena.free(upTo: reference.offset + UInt64(reference.length))
public struct PayloadArenaWriter: ~Copyable, Sendable {
  /// The arena, for the consumer.
  public let arena: PayloadArena
  private var written: UInt64 = 0

  /// Makes an arena of at least `minimumCapacity` bytes.
  public init(minimumCapacity: Int) { arena = PayloadArena(minimumCapacity: minimumCapacity) }

  /// Copies a text; the next push into the ring publishes it.
  ///
  /// - Parameters:
  ///   - text: at most ``PayloadArena/maximumLength`` bytes.
  ///   - waits: whether to wait until the consumer has freed enough, rather than to give up.
  /// - Returns: where it lies; nil if it is too long, or if there is no room and nobody waits.
  public mutating func write(_ text: RawSpan, waits: Bool) -> PayloadReference? {
    let length = text.byteCount
    guard length <= arena.maximumLength else { return nil }
    let position = arena.place(length, after: written)
    let end = position &+ UInt64(length)
    if !arena.isFree(upTo: end) {
      guard waits else { return nil }
      var waiter = Waiter(.park)
      while !arena.isFree(upTo: end) { waiter.pause() }
    }
    arena.write(text, at: position)
    written = end
    return PayloadReference(offset: position, length: UInt32(length))
  }

  /// Takes back a text and all that were written behind it, because nothing that refers to them was
  /// pushed: nobody would ever free them.
  ///
  /// - Precondition: no reference to any of them is in the ring.
  public mutating func takeBack(from reference: PayloadReference) {
    precondition(reference.offset <= written, "the text was taken back already")
    written = reference.offset
  }
}
