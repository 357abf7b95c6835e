/// A file that a live capture has written.
public struct CapturedFile: Equatable, Sendable {
  /// Its path.
  public var path: String
  /// How many packets are in it.
  public var packets: UInt64
  /// How many bytes it has.
  public var bytes: UInt64

  /// Says what was written.
  public init(path: String, packets: UInt64, bytes: UInt64) {
    self.path = path
    self.packets = packets
    self.bytes = bytes
  }
}
