/// The place of a value in a ``JSONDocument``, which answers every question about it.
///
/// A value belongs to the parse that it came from; asking about it after the next one is a caller's mistake
/// and traps.
@frozen public struct JSONValue: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var position: UInt32
  @usableFromInline var generation: UInt32

  @usableFromInline init(position: UInt32, generation: UInt32) {
    self.position = position
    self.generation = generation
  }
}
