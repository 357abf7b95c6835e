/// The counts of a histogram and its running totals, in memory that the histogram alone owns.
///
/// They lie behind a pointer and not in an `Array` or in class properties because a recording then costs
/// neither a uniqueness check nor an exclusivity check, also from another module.
///
/// SAFETY: `words` is allocated and zeroed in `init` with `header + bucketCount` elements and freed in `deinit`;
/// the type is noncopyable, so it is freed once, and the pointer never leaves this file. Every index passes the
/// bounds check in `word(_:)`, so a wrong one traps instead of touching foreign memory. The owner, `Histogram`,
/// is not `Sendable`: one thread at a time.
@safe @frozen @usableFromInline
struct UnsafeCounts: ~Copyable {
  @usableFromInline let words: UnsafeMutablePointer<Int64>
  @usableFromInline let bucketCount: Int

  /// The words before the counts: total, out of range, minimum, maximum.
  @inlinable static var header: Int { 4 }

  init(bucketCount: Int) {
    self.bucketCount = bucketCount
    unsafe words = .allocate(capacity: Self.header + bucketCount)
    unsafe words.initialize(repeating: 0, count: Self.header + bucketCount)
    minimum = .max
  }

  deinit { unsafe words.deallocate() }

  @inlinable subscript(index: Int) -> Int64 {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: bucketCount))
      return unsafe words[index &+ Self.header]
    }
    nonmutating set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: bucketCount))
      unsafe words[index &+ Self.header] = newValue
    }
  }

  @inlinable var total: Int64 {
    get { unsafe words[0] }
    nonmutating set { unsafe words[0] = newValue }
  }

  @inlinable var outOfRange: Int64 {
    get { unsafe words[1] }
    nonmutating set { unsafe words[1] = newValue }
  }

  @inlinable var minimum: Int64 {
    get { unsafe words[2] }
    nonmutating set { unsafe words[2] = newValue }
  }

  @inlinable var maximum: Int64 {
    get { unsafe words[3] }
    nonmutating set { unsafe words[3] = newValue }
  }

  /// Makes everything zero again.
  func clear() {
    unsafe words.update(repeating: 0, count: Self.header + bucketCount)
    minimum = .max
  }
}
