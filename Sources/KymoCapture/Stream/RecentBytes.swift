/// The last bytes of a stream, to compare with what comes again.
struct RecentBytes {
  /// Two blocks, so that nothing has to be moved.
  private var former: [UInt8] = []
  private var latest: [UInt8] = []
  /// Where the stream stands behind the last byte.
  private var end: Int64 = 0

  /// How many bytes there are.
  var count: Int { former.count + latest.count }

  /// Keeps bytes that end at `end`, and forgets the oldest.
  mutating func append(_ bytes: RawSpan, end: Int64, keeping least: Int) {
    if latest.count >= least {
      swap(&former, &latest)
      latest.removeAll(keepingCapacity: true)
    }
    latest.append(copyOf: bytes)
    self.end = end
  }

  /// Forgets all, as behind a hole.
  mutating func removeAll() {
    former = []
    latest = []
  }

  /// Compares bytes with those at their place.
  ///
  /// - Returns: whether all of them could be compared, and where the first difference is.
  func compare(_ bytes: RawSpan, at offset: Int64) -> (isWhole: Bool, difference: (Int64, UInt8)?) {
    let start = end - Int64(count)
    let first = max(offset, start)
    let last = min(offset + Int64(bytes.byteCount), end)
    var place = first
    while place < last {
      let kept = byte(Int(place - start))
      if kept != bytes.byte(at: Int(place - offset)) { return (true, (place, kept)) }
      place += 1
    }
    return (first == offset && last == offset + Int64(bytes.byteCount), nil)
  }

  private func byte(_ place: Int) -> UInt8 {
    place < former.count ? former[place] : latest[place - former.count]
  }
}
