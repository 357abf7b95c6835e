/// A perfect hash from command names to ids: one probe, then the key itself is compared.
///
/// The seed is searched when the index is made: from the given one upwards, the first under which no two
/// names share a slot. There are at least four slots to a name, so few are tried.
///
/// SAFETY: the four allocations are made in `init`, freed in `deinit`, and never written in between. Words
/// are loaded from the caller's bytes only within their stated count.
@safe @usableFromInline final class UnsafeNameIndex: Sendable {
  let seed: UInt64
  let mask: Int
  nonisolated(unsafe) let slots: UnsafeMutablePointer<UInt16>
  nonisolated(unsafe) let ends: UnsafeMutablePointer<Int>
  nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

  /// Indexes `names`, giving the first the id 1.
  ///
  /// - Precondition: the names are distinct, not empty, and fewer than 65,535.
  init(_ names: [String], seed first: UInt64) {
    let keys = names.map { Array($0.utf8) }
    var size = 16
    while size < keys.count * 4 { size <<= 1 }
    mask = size - 1
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
    search: while true {
      unsafe slots.initialize(repeating: 0, count: size)
      for (row, key) in keys.enumerated() {
        let slot = unsafe key.withUnsafeBytes { unsafe Self.hash($0, seed: seed) } & (size - 1)
        if unsafe slots[slot] != 0 {
          seed &+= 1
          continue search
        }
        unsafe slots[slot] = UInt16(row + 1)
      }
      break
    }
    self.seed = seed
  }

  deinit {
    unsafe slots.deallocate()
    unsafe ends.deallocate()
    unsafe bytes.deallocate()
  }

  /// The id of a name, or 0.
  func id(of name: UnsafeRawBufferPointer) -> UInt16 {
    let row = unsafe Int(slots[Self.hash(name, seed: seed) & mask])
    if row == 0 { return 0 }
    let start = unsafe ends[row - 1]
    guard unsafe name.count == ends[row] - start else { return 0 }
    for offset in 0..<name.count {
      if unsafe name[offset] != bytes[start + offset] { return 0 }
    }
    return UInt16(row)
  }

  /// Eight bytes at a time, multiplied and folded: the step of wyhash (Wang Yi, public domain).
  static func hash(_ name: UnsafeRawBufferPointer, seed: UInt64) -> Int {
    var state = seed ^ (UInt64(name.count) &* 0x9E37_79B9_7F4A_7C15)
    var offset = 0
    while offset < name.count {
      var word: UInt64 = 0
      if offset + 8 <= name.count {
        word = unsafe name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      } else {
        for index in offset..<name.count { word = unsafe word << 8 | UInt64(name[index]) }
      }
      let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      state = product.high ^ product.low
      offset += 8
    }
    let product = (state ^ 0xE703_7ED1_A0B4_28DB).multipliedFullWidth(by: 0x8EBC_6AF0_9C88_C6E3)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }
}
