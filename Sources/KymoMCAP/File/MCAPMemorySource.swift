/// Reads a file that lies in memory.
public final class MCAPMemorySource: MCAPByteSource, Sendable {
  private let bytes: [UInt8]

  /// Takes the bytes of a file.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Bytes of the whole file.
  public var size: UInt64? { UInt64(bytes.count) }

  /// Copies bytes of the file.
  public func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    guard offset < UInt64(bytes.count) else { return }
    let start = Int(offset)
    let end = start + min(output.freeCapacity, bytes.count - start)
    bytes.withRawSpan { output.append(copying: $0.extracting(start..<end)) }
  }
}
