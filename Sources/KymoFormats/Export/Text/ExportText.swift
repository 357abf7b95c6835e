public import KymoMCAP

/// Text, or bytes, on the way to a file: put together here, and handed over in large pieces.
///
/// Numbers are the shortest that read back as the same value.
public final class ExportText: MCAPByteSink {
  private var bytes: [UInt8] = []

  /// How many bytes may wait before they are handed over.
  static var limit: Int { 1 << 16 }

  /// Nothing so far.
  public init() {}

  /// How many bytes wait.
  public var count: Int { bytes.count }

  /// The bytes that wait.
  public var waiting: [UInt8] { bytes }

  /// Appends bytes.
  public func write(_ bytes: RawSpan) { put(bytes) }

  /// Has nothing to do: whoever hands the bytes over waits for the disk.
  public func synchronize() {}

  /// Hands the bytes over.
  ///
  /// - Throws: `system` if they cannot be written.
  public func flush(to sink: any MCAPByteSink) throws(MCAPError) {
    guard !bytes.isEmpty else { return }
    try bytes.withRawSpan { bytes throws(MCAPError) in try sink.write(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Forgets the bytes.
  func clear() { bytes.removeAll(keepingCapacity: true) }

  // MARK: Pieces

  /// Appends a text.
  @inline(__always) func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a byte.
  @inline(__always) func put(_ byte: UInt8) { bytes.append(byte) }

  /// Appends bytes.
  func put(_ span: RawSpan) { bytes.append(copying: span) }

  /// Appends what waits in another text.
  func put(_ text: ExportText) { bytes.append(contentsOf: text.bytes) }

  /// Appends bytes without the ends of lines, each of which becomes a space.
  func put(onOneLine span: RawSpan) {
    let start = bytes.count
    bytes.append(copying: span)
    for place in start..<bytes.count where bytes[place] == 0x0A || bytes[place] == 0x0D {
      bytes[place] = UInt8(ascii: " ")
    }
  }

  /// Whether the last byte is one.
  func ends(with byte: UInt8) -> Bool { bytes.last == byte }
}
