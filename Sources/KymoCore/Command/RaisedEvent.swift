/// Names an event that a handler has raised, until it is dispatched.
@frozen public struct RaisedEvent: BitwiseCopyable, Sendable, Equatable {
  @usableFromInline let sequence: UInt32

  @inlinable init(sequence: UInt32) { self.sequence = sequence }
}
