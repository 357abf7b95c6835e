/// The bytes that a message carries behind its header, without the framing of chunks, and not decoded.
public struct HTTPBody: Equatable, Sendable {
  /// Bytes that nobody captured.
  public struct Hole: Equatable, Sendable {
    /// Where they would stand, in bytes of the body.
    public var offset: Int64
    /// How many they are.
    public var length: Int64

    /// So many bytes from a place on.
    public init(offset: Int64, length: Int64) {
      self.offset = offset
      self.length = length
    }
  }

  /// The bytes that were captured and kept, without the holes.
  public var bytes: [UInt8] = []
  /// How many bytes it has, with those that were not captured or not kept.
  public var length: Int64 = 0
  /// The holes in it, in order.
  public var holes: [Hole] = []
  /// Whether bytes were left out because there are more than are kept.
  public var isCut = false

  /// An empty body, or one of bytes that are all there.
  public init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    length = Int64(bytes.count)
  }

  /// How many of its bytes were captured.
  public var capturedLength: Int64 { holes.reduce(length) { $0 - $1.length } }

  /// Whether ``bytes`` are all of it.
  public var isWhole: Bool { holes.isEmpty && !isCut && Int64(bytes.count) == length }
}
