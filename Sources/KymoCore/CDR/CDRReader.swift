/// Reads the fields of a CDR message, as ROS 2 writes them, one after the other.
///
/// CDR is the form of messages that DDS defines: four bytes that say how the rest is written, then the fields
/// without names or types, each aligned to its own size as counted from the end of those four bytes. Plain
/// little-endian CDR (version 1), which every ROS 2 of today writes, is what is read here.
///
/// Every read checks the bounds; nothing is allocated but by ``string()``. The reader cannot be kept: it is
/// lent by ``read(_:_:)`` or by ``Exchange/withCDR(_:)``.
public struct CDRReader: ~Copyable {
  private let bytes: UnsafeCDRBytes
  /// The next byte to be read, before its alignment, counted from the end of the header.
  public private(set) var offset = 0

  static var headerBytes: Int { 4 }

  init(_ bytes: UnsafeCDRBytes) { self.bytes = bytes }

  /// How many bytes of fields the message has.
  public var byteCount: Int { bytes.count - Self.headerBytes }

  /// Goes to the next multiple of `alignment`, and behind the `count` bytes there, which it names.
  private mutating func take(_ count: Int, alignment: Int) throws(CDRError) -> Int {
    let start = (offset + alignment - 1) & -alignment
    guard bytes.has(count, at: Self.headerBytes + start) else {
      throw .truncated(offset: start, bytes: count)
    }
    offset = start + count
    return Self.headerBytes + start
  }

  /// An integer of 1, 2, 4 or 8 bytes.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    as type: Integer.Type = Integer.self
  ) throws(CDRError) -> Integer {
    let size = MemoryLayout<Integer>.size
    return bytes.load(at: try take(size, alignment: min(size, 8)))
  }

  /// A `float64`.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func double() throws(CDRError) -> Double {
    Double(bitPattern: try integer())
  }

  /// A `float32`.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func float() throws(CDRError) -> Float {
    Float(bitPattern: try integer())
  }

  /// A `bool`: one byte, of which 0 is false.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func boolean() throws(CDRError) -> Bool { try integer(as: UInt8.self) != 0 }

  /// Three `float64`, such as a `geometry_msgs/msg/Vector3` or `Point`.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func vector() throws(CDRError) -> (x: Double, y: Double, z: Double) {
    (try double(), try double(), try double())
  }

  /// The number of elements of a sequence, which follow.
  ///
  /// - Parameter limit: how many there may be.
  /// - Returns: how many there are.
  /// - Throws: ``CDRError/tooMany(offset:elements:)`` or ``CDRError/truncated(offset:bytes:)``.
  public mutating func count(upTo limit: Int) throws(CDRError) -> Int {
    let count = Int(try integer(as: UInt32.self))
    guard count <= limit else { throw .tooMany(offset: offset - 4, elements: count) }
    return count
  }

  /// A `builtin_interfaces/msg/Time` in ns; its nanoseconds are taken as they are.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func time() throws(CDRError) -> Int64 {
    let seconds = try integer(as: Int32.self)
    return Int64(seconds) * 1_000_000_000 + Int64(try integer(as: UInt32.self))
  }

  /// A `std_msgs/msg/Header`: its time in ns; the name of the frame is passed over.
  ///
  /// - Throws: as ``time()`` and ``skipString()``.
  public mutating func header() throws(CDRError) -> Int64 {
    let time = try time()
    try skipString()
    return time
  }

  /// Lets `body` read the UTF-8 of a string, without the zero that ends it.
  ///
  /// - Throws: ``CDRError/truncated(offset:bytes:)`` or ``CDRError/unterminatedString(offset:)``.
  public mutating func withString<Result>(_ body: (RawSpan) -> Result) throws(CDRError) -> Result {
    let length = Int(try integer(as: UInt32.self))
    let start = try take(length, alignment: 1)
    // Some writers give an empty string no end at all.
    guard length > 0 else { return bytes.lend(start, 0, body) }
    guard bytes.load(at: start + length - 1) as UInt8 == 0 else {
      throw .unterminatedString(offset: start - Self.headerBytes)
    }
    return bytes.lend(start, length - 1, body)
  }

  /// A string, which is allocated; what is not UTF-8 in it is replaced.
  ///
  /// - Throws: as ``withString(_:)``.
  public mutating func string() throws(CDRError) -> String { try withString { $0.text } }

  /// Passes over a string.
  ///
  /// - Throws: as ``withString(_:)``.
  public mutating func skipString() throws(CDRError) { try withString { _ in } }

  /// Passes over `count` doubles, such as a quaternion or a covariance.
  ///
  /// - Precondition: `count` is in 0...2³¹.
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func skip(doubles count: Int) throws(CDRError) {
    precondition((0...1 << 31).contains(count), "a message has at most 2³¹ doubles")
    if count > 0 { _ = try take(8 * count, alignment: 8) }
  }

  /// Passes over `count` bytes, which have no alignment.
  ///
  /// - Precondition: `count` is in 0...2³¹.
  /// - Throws: ``CDRError/truncated(offset:bytes:)``.
  public mutating func skip(bytes count: Int) throws(CDRError) {
    precondition((0...1 << 31).contains(count), "a message has at most 2³¹ bytes")
    _ = try take(count, alignment: 1)
  }
}
