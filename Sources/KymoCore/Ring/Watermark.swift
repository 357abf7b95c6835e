public import Synchronization

/// A promise of a source: it will never again push an event before this timestamp; `Int64.max` for none at all.
@usableFromInline final class Watermark: Sendable {
  @usableFromInline let time = Atomic<Int64>(.min)

  @inlinable init() {}
}
