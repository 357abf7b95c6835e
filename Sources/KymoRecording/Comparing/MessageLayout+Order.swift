import KymoMCAP

extension MessageLayout {
  /// A message of big-endian CDR as little-endian CDR, which is what is read everywhere.
  ///
  /// - Parameter data: the message.
  /// - Returns: nil if it is no big-endian CDR, or is shorter than the layout says.
  /// - Complexity: O(bytes).
  @inline(__always)
  package func littleEndian(_ data: RawSpan) -> [UInt8]? {
    guard data.byteCount >= 4, data.load(at: 0, as: UInt16.self) == 0 else { return nil }
    return swapped(data)
  }

  private func swapped(_ data: RawSpan) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.append(copying: data)
    bytes[1] = 1
    var position = 4
    return swap(0, &bytes, &position, depth: 32) ? bytes : nil
  }

  private func swap(
    _ message: Int,
    _ bytes: inout [UInt8],
    _ position: inout Int,
    depth: Int
  ) -> Bool {
    guard depth > 0 else { return false }
    for field in messages[message] {
      var count = 1
      switch field.count {
      case .one: break
      case .fixed(let number): count = number
      case .any:
        guard let number = Self.swapCount(&bytes, &position) else { return false }
        count = number
      }
      for _ in 0..<count {
        guard swap(field.kind, &bytes, &position, depth: depth) else { return false }
      }
    }
    return true
  }

  private func swap(
    _ kind: Kind,
    _ bytes: inout [UInt8],
    _ position: inout Int,
    depth: Int
  ) -> Bool {
    switch kind {
    case .integer(let size, _), .number(let size):
      return Self.swap(size, &bytes, &position)
    case .bool: return Self.swap(1, &bytes, &position)
    case .text:
      guard let length = Self.swapCount(&bytes, &position) else { return false }
      position += length
      return true
    case .message(let inner): return swap(inner, &bytes, &position, depth: depth - 1)
    }
  }

  /// Swaps a value of so many bytes, which is aligned to its size behind the header; false behind the end.
  private static func swap(_ size: Int, _ bytes: inout [UInt8], _ position: inout Int) -> Bool {
    let start = (position - 4 + size - 1) / size * size + 4
    guard start + size <= bytes.count else { return false }
    if size > 1 { bytes[start..<start + size].reverse() }
    position = start + size
    return true
  }

  /// Swaps a length; nil if there is not as much behind it.
  private static func swapCount(_ bytes: inout [UInt8], _ position: inout Int) -> Int? {
    guard swap(4, &bytes, &position) else { return nil }
    let count = (1...4).reduce(0) { $0 << 8 | Int(bytes[position - $1]) }
    return count <= bytes.count - position ? count : nil
  }
}
