/// How much an extraction keeps; every hit is counted.
public struct ReassemblyLimits: Sendable, Equatable {
  /// How many bytes of one direction may wait above a hole.
  public var bytesAboveHole = 1 << 20
  /// In how many pieces they may lie.
  public var piecesAboveHole = 4096
  /// How many bytes may wait above holes in all.
  public var bytesInAll = 64 << 20
  /// For how many packets of its connection a hole that was acknowledged may still be filled: captures do not
  /// always keep the order.
  public var patiencePackets = 8
  /// How many bytes of what was read are kept at least in each direction, to compare with what comes again.
  public var recentBytes = 32 << 10
  /// How many bytes are kept for that in all.
  public var recentBytesInAll = 32 << 20
  /// How many holes and differing overlaps are named; the rest is counted.
  public var namedEvents = 1000
  /// How many bytes of a body are kept.
  public var bodyBytes = 64 << 20
  /// The longest line or header of HTTP, in bytes.
  public var headerBytes = 8 << 20

  /// The usual limits.
  public init() {}
}
