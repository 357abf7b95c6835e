/// A perfect hash from command names to ids: one probe, then the key itself is compared.
///
/// Hash and displace (Belazzougui, Botelho, Dietzfelbinger 2009): the hash of a name picks a bucket, and
/// the bucket's pilot, searched when the index is made, moves its names to slots that are free. Large
/// buckets are placed first, and at most half of the slots are taken, so few pilots are tried. Only if a
/// bucket finds no pilot (two names with one hash) the next seed is taken.
///
/// SAFETY: the five allocations are made in `init`, freed in `deinit`, and never written in between. Words
/// are loaded from the caller's bytes only within their stated count.
@safe @usableFromInline final class UnsafeNameIndex: Sendable {
  let seed: UInt64
  let bucketMask: Int
  let shift: UInt64
  nonisolated(unsafe) let pilots: UnsafeMutablePointer<UInt16>
  nonisolated(unsafe) let slots: UnsafeMutablePointer<UInt16>
  nonisolated(unsafe) let ends: UnsafeMutablePointer<Int>
  nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

  /// Indexes `names`, giving the first the id 1.
  ///
  /// - Precondition: the names are distinct, not empty, and fewer than 65,535.
  init(_ names: [String], seed first: UInt64) {
    let keys = names.map { Array($0.utf8) }
    var size = 16
    while size < keys.count * 2 { size <<= 1 }
    shift = UInt64(size.leadingZeroBitCount + 1)
    bucketMask = size / 4 - 1
    unsafe pilots = .allocate(capacity: size / 4)
    unsafe slots = .allocate(capacity: size)
    unsafe ends = .allocate(capacity: keys.count + 1)
    unsafe bytes = .allocate(capacity: max(1, keys.reduce(0) { $0 + $1.count }))
    var end = 0
    unsafe ends[0] = 0
    for (row, key) in keys.enumerated() {
      for byte in key {
        unsafe bytes[end] = byte
        end += 1
      }
      unsafe ends[row + 1] = end
    }
    var seed = first
    while unsafe !Self.place(keys, seed, size, shift, pilots, slots) { seed &+= 1 }
    self.seed = seed
  }

  /// Searches a pilot for every bucket; false if one has none.
  static func place(
    _ keys: [[UInt8]],
    _ seed: UInt64,
    _ size: Int,
    _ shift: UInt64,
    _ pilots: UnsafeMutablePointer<UInt16>,
    _ slots: UnsafeMutablePointer<UInt16>
  ) -> Bool {
    unsafe pilots.initialize(repeating: 0, count: size / 4)
    unsafe slots.initialize(repeating: 0, count: size)
    var buckets = [[(row: UInt16, hash: UInt64)]](repeating: [], count: size / 4)
    for (row, key) in keys.enumerated() {
      let hash = unsafe key.withUnsafeBytes { unsafe Self.hash($0, seed: seed) }
      buckets[bucket(hash, size / 4 - 1)].append((UInt16(row + 1), hash))
    }
    // Largest first; of equal ones the first, so that the result does not depend on the sort.
    let order = buckets.indices.sorted {
      (buckets[$1].count, $0) < (buckets[$0].count, $1)
    }
    for index in order where !buckets[index].isEmpty {
      let pilot = (0...UInt16.max).first { pilot in
        var placed = 0
        for (row, hash) in buckets[index] {
          let slot = slot(hash, pilot, shift)
          if unsafe slots[slot] != 0 { break }
          unsafe slots[slot] = row
          placed += 1
        }
        if placed == buckets[index].count { return true }
        for (_, hash) in buckets[index].prefix(placed) {
          unsafe slots[slot(hash, pilot, shift)] = 0
        }
        return false
      }
      guard let pilot else { return false }
      unsafe pilots[index] = pilot
    }
    return true
  }

  static func bucket(_ hash: UInt64, _ mask: Int) -> Int { Int(hash >> 40) & mask }

  static func slot(_ hash: UInt64, _ pilot: UInt16, _ shift: UInt64) -> Int {
    let displaced = hash ^ (UInt64(pilot) &* 0x9E37_79B9_7F4A_7C15)
    return Int((displaced &* 0xD6E8_FEB8_6659_FD93) >> shift)
  }

  deinit {
    unsafe pilots.deallocate()
    unsafe slots.deallocate()
    unsafe ends.deallocate()
    unsafe bytes.deallocate()
  }

  /// The id of a name, or 0.
  func id(of name: UnsafeRawBufferPointer) -> UInt16 {
    let hash = unsafe Self.hash(name, seed: seed)
    let pilot = unsafe pilots[Self.bucket(hash, bucketMask)]
    let row = unsafe Int(slots[Self.slot(hash, pilot, shift)])
    if row == 0 { return 0 }
    let start = unsafe ends[row - 1]
    guard unsafe name.count == ends[row] - start else { return 0 }
    let key = unsafe UnsafeRawBufferPointer(start: bytes + start, count: name.count)
    return unsafe Self.isEqual(name, key) ? UInt16(row) : 0
  }

  /// Whether two names of one length are the same.
  @inline(__always)
  static func isEqual(_ name: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer) -> Bool {
    let (nameFirst, nameLast) = unsafe ends(of: name)
    let (keyFirst, keyLast) = unsafe ends(of: key)
    guard nameFirst == keyFirst, nameLast == keyLast else { return false }
    var offset = 8
    while offset < name.count - 8 {
      let word = unsafe name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if unsafe word != key.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    return true
  }

  /// The first and the last eight bytes of a name, which overlap in one of less than 16.
  ///
  /// Nothing beyond its end is read. A name of less than eight bytes has two words of four, and one of less than
  /// four has its bytes in one word.
  @inline(__always)
  static func ends(of name: UnsafeRawBufferPointer) -> (first: UInt64, last: UInt64) {
    let count = name.count
    if count >= 8 {
      return unsafe (
        name.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        name.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      )
    }
    if count >= 4 {
      return unsafe (
        UInt64(name.loadUnaligned(fromByteOffset: 0, as: UInt32.self)),
        UInt64(name.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      )
    }
    guard count > 0 else { return (0, 0) }
    // All bytes of one, two or three, without a branch.
    let first = unsafe UInt64(name[0])
    let middle = unsafe UInt64(name[count >> 1]) << 8
    return unsafe (first | middle | UInt64(name[count - 1]) << 16, 0)
  }

  /// The length and both ends, multiplied and folded; of a name of more than 16 bytes also what lies between.
  ///
  /// The step is that of wyhash (Wang Yi, public domain).
  @inline(__always)
  static func hash(_ name: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let (first, last) = unsafe ends(of: name)
    var state = seed ^ (UInt64(name.count) &* 0x9E37_79B9_7F4A_7C15)
    var offset = 8
    while offset < name.count - 8 {
      let word = unsafe name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      state = product.high ^ product.low
      offset += 8
    }
    let product = (state ^ first ^ 0xE703_7ED1_A0B4_28DB)
      .multipliedFullWidth(by: last ^ 0x8EBC_6AF0_9C88_C6E3)
    return product.high ^ product.low
  }
}
