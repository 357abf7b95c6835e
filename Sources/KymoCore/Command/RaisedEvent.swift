/// Names an event that was raised, until it is dispatched.
@frozen public struct RaisedEvent: BitwiseCopyable, Sendable, Equatable {
  /// Its number among the events of its source.
  public let sequence: UInt32
  @usableFromInline let source: SourceID

  @inlinable init(sequence: UInt32, source: SourceID) {
    self.sequence = sequence
    self.source = source
  }
}
