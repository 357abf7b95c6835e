public import KymoCore

/// A sample that a phone has pushed.
public struct PushedSample: Sendable {
  /// Its source.
  public var source: SourceID
  /// The meaning of ``payload``.
  public var kind: EventKind
  /// The numbers, in the units of the source's channel.
  public var payload: Payload
  /// The phone's own time, in ns since 1970.
  public var time: Int64
}
