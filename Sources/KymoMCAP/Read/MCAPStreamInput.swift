/// The bytes of a source from front to back: those that were read ahead, and what was used adds up to.
@usableFromInline struct MCAPStreamInput: ~Copyable {
  @usableFromInline var buffer = UnsafeMCAPBuffer(capacity: 128 << 10)
  /// Bytes of the buffer that are used up.
  @usableFromInline var used = 0
  /// Whether a checksum is kept of what is used up.
  var sums = true

  let source: any MCAPByteSource
  /// The file's byte at which the buffer starts.
  private var bufferOffset: UInt64 = 0
  /// Bytes of the buffer that are in the checksum.
  private var summed = 0
  private var checksum = MCAPChecksum()

  /// How far reading goes ahead of what is asked for, at most.
  private static let stepBytes = 4 << 20

  init(_ source: any MCAPByteSource) { self.source = source }

  /// The byte of the file up to which it is used up.
  var offset: UInt64 { bufferOffset + UInt64(used) }

  /// Makes the next bytes lie in the buffer, from `used` on.
  ///
  /// - Returns: false if the file ends before.
  mutating func require(_ count: Int) throws(MCAPError) -> Bool {
    while buffer.count - used < count {
      sum()
      buffer.dropFirst(used)
      bufferOffset += UInt64(used)
      used = 0
      summed = 0
      // A length that the file does not keep must not allocate more than a step ahead of it.
      let wanted = min(max(count - buffer.count, 64 << 10), Self.stepBytes)
      let before = buffer.count
      let source = source
      let place = bufferOffset + UInt64(before)
      try buffer.append(limit: wanted) { output throws(MCAPError) in
        try source.read(at: place, into: &output)
      }
      guard buffer.count > before else { return false }
    }
    return true
  }

  /// A copy of bytes that were required, `skipped` bytes from here.
  func peek(_ count: Int, skipping skipped: Int = 0) -> [UInt8] {
    buffer.copy(used + skipped..<used + skipped + count)
  }

  /// Uses up bytes that were required.
  mutating func advance(_ count: Int) { used += count }

  /// Uses up bytes, however many there are; false if the file ends before.
  mutating func skip(_ count: UInt64) throws(MCAPError) -> Bool {
    var left = count
    while left > 0 {
      let step = Int(min(left, 64 << 10))
      guard try require(step) else { return false }
      used += step
      left -= UInt64(step)
    }
    return true
  }

  /// Uses up bytes by copying them to `output`, past the checksum, until that is full or the file ends.
  mutating func read(into output: inout OutputRawSpan) throws(MCAPError) {
    sum()
    let count = min(output.freeCapacity, buffer.count - used)
    buffer.withBytes(used..<used + count) { output.append(copying: $0) }
    used += count
    summed = used
    guard output.freeCapacity > 0 else { return }
    bufferOffset += UInt64(used)
    buffer.clear()
    used = 0
    summed = 0
    let before = output.byteCount
    try source.read(at: bufferOffset, into: &output)
    bufferOffset += UInt64(output.byteCount - before)
  }

  /// Uses up bytes that somebody else has read, past the checksum.
  mutating func pass(_ count: Int) {
    sum()
    let inBuffer = min(count, buffer.count - used)
    used += inBuffer
    summed = used
    guard inBuffer < count else { return }
    bufferOffset += UInt64(used + count - inBuffer)
    buffer.clear()
    used = 0
    summed = 0
  }

  // MARK: Checksum

  /// The checksum of what was used up since it was last restarted.
  mutating func sumOfUsed() -> MCAPChecksum {
    sum()
    return checksum
  }

  /// Takes bytes into account that were read past the checksum.
  mutating func add(_ other: MCAPChecksum, length: UInt64) {
    sum()
    checksum.append(other, length: Int(length))
  }

  /// Starts a new checksum here.
  mutating func restartSum() {
    summed = used
    checksum = MCAPChecksum()
  }

  private mutating func sum() {
    guard summed < used else { return }
    if sums { buffer.withBytes(summed..<used) { checksum.update($0) } }
    summed = used
  }
}
