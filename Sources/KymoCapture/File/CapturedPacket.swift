/// A packet of a capture: its bytes, and the capture's remarks.
public struct CapturedPacket: Equatable, Sendable {
  /// Its number, from 0.
  public var number: UInt64
  /// When it was captured, in ns since 1970; 0 for a time that such a number cannot hold.
  public var timestamp: Int64
  /// How many bytes of it the file has.
  public var capturedBytes: Int
  /// How many bytes it had on the wire; never fewer than were captured.
  public var originalBytes: Int
}
