public import Synchronization

/// The open chunk of a writer: its records, and where the messages of each channel lie in it.
///
/// SAFETY: `base` has `capacity` bytes, of which `count` are filled; `slots` has `slotCount`
/// elements, all initialised, each of which owns `capacity` index entries of two words. All belong to
/// this noncopyable value alone and are freed once, by `deinit`. ``hasRoom(channel:dataLength:)`` is
/// asked before every store of a message. Before `base`, in the same block, stand ``margin`` bytes that begin with
/// an atomic number, initialised with the block: how much is filled, which another thread may read as long as the
/// block is there. Bytes below it are stored before it and do not change until ``clear()``.
@safe @frozen @usableFromInline struct UnsafeMCAPChunkBuilder: ~Copyable {
  /// The messages of one channel.
  @safe @usableFromInline struct Slot {
    /// Log time and offset by turns, little-endian.
    @usableFromInline var entries: UnsafeMutablePointer<UInt64>
    /// Messages of the channel in the open chunk.
    @usableFromInline var count: Int
    /// Messages for which there is room; 0 if the channel is not registered.
    @usableFromInline var capacity: Int
    /// Messages for which there is memory; more than ``capacity`` while a definition is to be repeated.
    @usableFromInline var allocated: Int

    @inlinable init() {
      unsafe entries = .allocate(capacity: 0)
      count = 0
      capacity = 0
      allocated = 0
    }
  }

  /// Bytes of the block before the records.
  @usableFromInline static var margin: Int { 64 }

  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// Bytes of records after which the chunk is full, whatever the capacity.
  @usableFromInline let limit: Int
  @usableFromInline var count = 0
  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline var slotCount = 0
  /// How many channels have memory for entries.
  @usableFromInline var entryOwners = 0
  @usableFromInline let keepsIndex: Bool
  @usableFromInline var startTime = UInt64.max
  @usableFromInline var endTime: UInt64 = 0
  @usableFromInline var messageCount = 0

  /// So many channels have room for a thousand messages from the first one on.
  private static var roomyChannels: Int { 512 }

  /// Sets memory aside; a chunk may grow beyond it, up to the limit.
  init(capacity: Int, limit: Int? = nil, keepsIndex: Bool) {
    self.capacity = capacity
    self.limit = limit ?? capacity
    self.keepsIndex = keepsIndex
    unsafe base = Self.block(capacity)
    unsafe slots = .allocate(capacity: 0)
  }

  @inlinable deinit {
    for index in 0..<slotCount { unsafe slots[index].entries.deallocate() }
    unsafe slots.deallocate()
    unsafe (base - Self.margin).deallocate()
  }

  /// Sets memory aside for so many bytes of records.
  private static func block(_ capacity: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: margin + capacity, alignment: 64)
    unsafe block.bindMemory(to: Atomic<Int>.self, capacity: 1).initialize(to: Atomic(0))
    return unsafe block + margin
  }

  /// Lets another thread know how much is filled.
  @inlinable @inline(__always) func publish() {
    let number = unsafe (base - Self.margin).assumingMemoryBound(to: Atomic<Int>.self)
    // Release: the records are stored before the number that covers them.
    unsafe number.pointee.store(count, ordering: .releasing)
  }

  /// How much is filled of the records at `base`, as far as another thread knows.
  static func published(at base: UnsafeMutableRawPointer) -> Int {
    let number = unsafe (base - margin).assumingMemoryBound(to: Atomic<Int>.self)
    return unsafe number.pointee.load(ordering: .acquiring)
  }

  /// Whether a message can be stored without allocating; false also for an unknown channel.
  @inlinable func hasRoom(channel: UInt16, dataLength: Int) -> Bool {
    guard Int(channel) < slotCount, dataLength >= 0, dataLength <= limit &- count &- 31 else {
      return false
    }
    let slot = unsafe slots + Int(channel)
    return unsafe slot.pointee.count < slot.pointee.capacity
  }

  /// Stores the fields of a message and returns where its data goes.
  @inlinable mutating func begin(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    dataLength: Int
  ) -> UnsafeMutableRawPointer {
    let slot = unsafe slots + Int(channel)
    let index = unsafe slot.pointee.count
    if keepsIndex {
      let entry = unsafe slot.pointee.entries + 2 &* index
      unsafe entry[0] = logTime.littleEndian
      unsafe entry[1] = UInt64(truncatingIfNeeded: count).littleEndian
    }
    unsafe slot.pointee.count = index &+ 1
    let record = unsafe base + count
    unsafe record.storeBytes(of: 0x05, as: UInt8.self)
    unsafe record.storeBytes(
      of: UInt64(truncatingIfNeeded: dataLength &+ 22).littleEndian,
      toByteOffset: 1,
      as: UInt64.self
    )
    unsafe record.storeBytes(of: channel.littleEndian, toByteOffset: 9, as: UInt16.self)
    unsafe record.storeBytes(of: sequence.littleEndian, toByteOffset: 11, as: UInt32.self)
    unsafe record.storeBytes(of: logTime.littleEndian, toByteOffset: 15, as: UInt64.self)
    unsafe record.storeBytes(of: publishTime.littleEndian, toByteOffset: 23, as: UInt64.self)
    count = count &+ 31 &+ dataLength
    startTime = min(startTime, logTime)
    endTime = max(endTime, logTime)
    messageCount = messageCount &+ 1
    return unsafe record + 31
  }

  /// Stores a message whose data `fill` writes; ``hasRoom(channel:dataLength:)`` has said yes.
  @inlinable @inline(__always)
  mutating func append<E: Error>(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    dataLength: Int,
    fill: (inout OutputRawSpan) throws(E) -> Void
  ) throws(E) {
    let start = unsafe base + (count &+ 31)
    let room = unsafe UnsafeMutableRawBufferPointer(start: start, count: dataLength)
    var output = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
    try fill(&output)
    let filled = unsafe output.finalize(for: room)
    precondition(filled == dataLength, "a message must fill exactly the length it asked for")
    _ = unsafe begin(
      channel: channel,
      sequence: sequence,
      logTime: logTime,
      publishTime: publishTime,
      dataLength: dataLength
    )
    publish()
  }

  /// Stores a message; ``hasRoom(channel:dataLength:)`` has said yes.
  @inlinable mutating func append(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    data: RawSpan
  ) {
    let target = unsafe begin(
      channel: channel,
      sequence: sequence,
      logTime: logTime,
      publishTime: publishTime,
      dataLength: data.byteCount
    )
    unsafe data.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe target.copyMemory(from: start, byteCount: source.count)
    }
    publish()
  }

  /// Appends a whole record that is not a message.
  mutating func append(record: borrowing UnsafeMCAPBuffer) {
    reserve(record.count)
    unsafe (base + count).copyMemory(from: record.base, byteCount: record.count)
    count += record.count
    publish()
  }

  /// Takes copies of records that lie elsewhere, without an index.
  mutating func take(_ records: RawSpan) {
    clear()
    reserve(records.byteCount)
    unsafe records.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe base.copyMemory(from: start, byteCount: source.count)
    }
    count = records.byteCount
    var place = 0
    while place + MCAPFormat.prefixBytes <= count {
      let length = unsafe base.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self)
      if unsafe base.load(fromByteOffset: place, as: UInt8.self) == MCAPOpcode.message.rawValue {
        let time = unsafe UInt64(
          littleEndian: base.loadUnaligned(fromByteOffset: place + 15, as: UInt64.self)
        )
        startTime = min(startTime, time)
        endTime = max(endTime, time)
        messageCount += 1
      }
      place += MCAPFormat.prefixBytes + Int(UInt64(littleEndian: length))
    }
  }

  /// Makes room for `extra` more bytes of records.
  mutating func reserve(_ extra: Int) {
    guard capacity - count < extra else { return }
    let larger = unsafe Self.block(count + extra)
    unsafe larger.copyMemory(from: base, byteCount: count)
    unsafe (base - Self.margin).deallocate()
    unsafe base = larger
    capacity = count + extra
    publish()
  }

  /// Makes room for at least one more message of a channel, which is thereby registered.
  mutating func reserveEntry(channel: UInt16) {
    if Int(channel) >= slotCount {
      // In steps, so that many channels are not moved for each.
      let wanted = max(Int(channel) + 1, min(slotCount * 2, 1 << 16))
      let more = UnsafeMutablePointer<Slot>.allocate(capacity: wanted)
      unsafe more.moveInitialize(from: slots, count: slotCount)
      for index in slotCount..<wanted { unsafe (more + index).initialize(to: Slot()) }
      unsafe slots.deallocate()
      unsafe slots = more
      slotCount = wanted
    }
    let slot = unsafe slots + Int(channel)
    unsafe slot.pointee.capacity = slot.pointee.allocated
    guard unsafe slot.pointee.count == slot.pointee.capacity else { return }
    guard keepsIndex else {
      unsafe slot.pointee.capacity = .max
      unsafe slot.pointee.allocated = .max
      return
    }
    if unsafe slot.pointee.allocated == 0 { entryOwners += 1 }
    // Of very many channels each has few messages, and no room that would be touched in vain.
    let least = entryOwners <= Self.roomyChannels ? 1024 : 16
    let wanted = unsafe max(least, slot.pointee.capacity * 2)
    let more = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * wanted)
    unsafe more.moveInitialize(from: slot.pointee.entries, count: 2 * slot.pointee.count)
    unsafe slot.pointee.entries.deallocate()
    unsafe slot.pointee.entries = more
    unsafe slot.pointee.capacity = wanted
    unsafe slot.pointee.allocated = wanted
  }

  /// Makes some channels have no room until ``reserveEntry(channel:)`` is called for them, so that their definitions
  /// can be put before their next messages.
  mutating func open(except closed: Set<UInt16>) {
    for index in 0..<slotCount {
      let isClosed = closed.contains(UInt16(index))
      unsafe slots[index].capacity = isClosed ? 0 : slots[index].allocated
    }
  }

  /// Messages of a channel in the open chunk.
  func openCount(channel: UInt16) -> Int {
    Int(channel) < slotCount ? unsafe slots[Int(channel)].count : 0
  }

  /// Appends the message index record of a channel.
  func appendIndex(channel: UInt16, to buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginRecord(.messageIndex)
    buffer.put(channel)
    let slot = unsafe slots[Int(channel)]
    let bytes = unsafe UnsafeRawBufferPointer(start: slot.entries, count: 16 * slot.count)
    buffer.put(UInt32(bytes.count))
    buffer.put(span: unsafe RawSpan(_unsafeBytes: bytes))
    buffer.endRecord(mark)
  }

  /// Lends the records.
  func withRecords<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  /// Compresses the records; false if that does not make them smaller.
  func compress(
    with compressor: inout UnsafeMCAPCompressor,
    into output: inout UnsafeMCAPBuffer
  ) -> Bool {
    let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return compressor.compress(unsafe RawSpan(_unsafeBytes: bytes), into: &output)
  }

  /// The checksum of the records.
  func checksum() -> MCAPChecksum {
    var checksum = MCAPChecksum()
    withRecords { checksum.update($0) }
    return checksum
  }

  /// Forgets the records and keeps the memory.
  mutating func clear() {
    for index in 0..<slotCount { unsafe slots[index].count = 0 }
    count = 0
    messageCount = 0
    startTime = .max
    endTime = 0
    publish()
  }
}
