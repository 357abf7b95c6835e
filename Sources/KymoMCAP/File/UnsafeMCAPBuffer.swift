/// A growing region of bytes: what is written into a file, or was read from one.
///
/// SAFETY: `base` is owned by this noncopyable value alone and freed once, by `deinit`. It has
/// `capacity` bytes, of which the first `count` are initialised; every access that takes an offset
/// checks it against `count` first, every append makes room before it stores.
@safe @frozen @usableFromInline struct UnsafeMCAPBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// Bytes that are filled.
  @usableFromInline var filled: Int
  /// Bytes that are filled.
  @inlinable var count: Int { filled }

  /// Makes an empty buffer with room for `capacity` bytes.
  @usableFromInline init(capacity: Int) {
    precondition(capacity >= 0)
    self.capacity = max(capacity, 64)
    unsafe base = .allocate(byteCount: self.capacity, alignment: 64)
    filled = 0
  }

  @inlinable deinit { unsafe base.deallocate() }

  // MARK: Room

  /// Forgets the content and keeps the memory.
  mutating func clear() { filled = 0 }

  /// Forgets the content from `count` on, if there is so much.
  mutating func truncate(to count: Int) {
    precondition(count >= 0)
    filled = min(filled, count)
  }

  /// Makes room for `extra` more bytes.
  mutating func reserve(_ extra: Int) {
    guard capacity - count < extra else { return }
    let wanted = max(count + extra, min(capacity * 2, capacity + (64 << 20)))
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 64)
    unsafe larger.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity = wanted
  }

  /// Drops the content and makes room for exactly `wanted` bytes or more.
  mutating func clear(reserving wanted: Int) {
    filled = 0
    guard capacity < wanted else { return }
    unsafe base.deallocate()
    unsafe base = .allocate(byteCount: wanted, alignment: 64)
    capacity = wanted
  }

  // MARK: Writing

  mutating func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    reserve(MemoryLayout<T>.size)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
    filled += MemoryLayout<T>.size
  }

  mutating func put(bytes: [UInt8]) {
    put(span: unsafe bytes.span.bytes)
  }

  mutating func put(span: RawSpan) {
    reserve(span.byteCount)
    unsafe span.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    filled += span.byteCount
  }

  mutating func put(string: String) {
    put(UInt32(string.utf8.count))
    put(bytes: Array(string.utf8))
  }

  /// Starts a record; the result is for ``endRecord(_:)``.
  mutating func beginRecord(_ opcode: MCAPOpcode) -> Int {
    put(opcode.rawValue)
    put(UInt64(0))
    return count - 8
  }

  /// Fills in the length of the record that was started last, of which `extra` bytes are elsewhere.
  mutating func endRecord(_ mark: Int, extra: Int = 0) {
    set(UInt64(count - mark - 8 + extra), at: mark)
  }

  /// Starts a map or an array; the result is for ``endBlock(_:)``.
  mutating func beginBlock() -> Int {
    put(UInt32(0))
    return count - 4
  }

  /// Fills in the byte length of the map or array.
  mutating func endBlock(_ mark: Int) {
    set(UInt32(count - mark - 4), at: mark)
  }

  private mutating func set<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at offset: Int) {
    precondition(offset >= 0 && offset <= count - MemoryLayout<T>.size)
    unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
  }

  /// Lets `fill` append up to `limit` bytes.
  mutating func append<E: Error>(
    limit: Int,
    _ fill: (inout OutputRawSpan) throws(E) -> Void
  ) throws(E) {
    reserve(limit)
    let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: limit)
    var output = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
    try fill(&output)
    filled += unsafe output.finalize(for: room)
  }

  /// Moves the bytes from `offset` on to the front and drops those before.
  mutating func dropFirst(_ offset: Int) {
    precondition(offset >= 0 && offset <= count)
    unsafe base.copyMemory(from: base + offset, byteCount: count - offset)
    filled -= offset
  }

  // MARK: Reading

  /// The little-endian integer at an offset; traps if it does not lie within the content.
  @inlinable func load<T: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: T.Type = T.self
  ) -> T {
    precondition(offset >= 0 && offset <= count &- MemoryLayout<T>.size)
    return unsafe T(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// A copy of a range; traps if it does not lie within the content.
  func copy(_ range: Range<Int>) -> [UInt8] {
    withBytes(range) { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } }
  }

  /// Lends a range; traps if it does not lie within the content.
  @inlinable func withBytes<R: ~Copyable, E: Error>(
    _ range: Range<Int>,
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let region = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    return try body(unsafe RawSpan(_unsafeBytes: region))
  }

  /// The checksum of a range.
  func checksum(_ range: Range<Int>) -> MCAPChecksum {
    var checksum = MCAPChecksum()
    withBytes(range) { checksum.update($0) }
    return checksum
  }

  /// A copy of a message that lies here; traps if its data does not.
  func message(_ view: MCAPMessageView) -> MCAPMessage {
    MCAPMessage(
      channelID: view.channelID,
      sequence: view.sequence,
      logTime: view.logTime,
      publishTime: view.publishTime,
      data: copy(view.dataRange)
    )
  }

  /// The message record at `offset`, or nil if there is no whole one.
  @inlinable @inline(always) func message(at offset: Int) -> MCAPMessageView? {
    let left = count &- offset
    guard left >= MCAPMessageView.overhead else { return nil }
    let record = unsafe base + offset
    guard unsafe record.loadUnaligned(as: UInt8.self) == 0x05 else { return nil }
    let length = unsafe UInt64(
      littleEndian: record.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
    )
    guard length >= 22, length <= UInt64(truncatingIfNeeded: left &- 9) else { return nil }
    return unsafe MCAPMessageView(
      channelID: UInt16(littleEndian: record.loadUnaligned(fromByteOffset: 9, as: UInt16.self)),
      sequence: UInt32(littleEndian: record.loadUnaligned(fromByteOffset: 11, as: UInt32.self)),
      logTime: UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 15, as: UInt64.self)),
      publishTime: UInt64(littleEndian: record.loadUnaligned(fromByteOffset: 23, as: UInt64.self)),
      dataOffset: offset &+ MCAPMessageView.overhead,
      dataLength: Int(truncatingIfNeeded: length) &- 22
    )
  }
}
