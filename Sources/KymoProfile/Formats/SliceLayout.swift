/// Puts the slices of one thread within and beside each other, as viewers want them.
///
/// Viewers drop or move a slice that ends after the one it lies in, and they compute with rounded
/// numbers. So a slice ends at least ``air`` before what it lies in, and as long before the next one
/// begins. Slices are shortened for that; where one has nothing to spare, those behind it are moved, as
/// far as the next gap.
struct SliceLayout {
  /// A slice in its place.
  struct Placed: Equatable {
    /// Which slice it is.
    var index: Int
    /// In ns.
    var start: Int64
    /// In ns; not before the start.
    var end: Int64
    /// How many slices it lies in.
    var depth: Int
  }

  /// The distance in ns between the ends of slices that lie within each other, and between neighbours.
  let air: Int64

  private struct Open {
    var placed: Int
    /// The end that was measured.
    var end: Int64
    /// The latest end that leaves air.
    var limit: Int64
  }

  /// The slices of `indexes` in their places, each behind the one that it lies in.
  func place(_ indexes: [Int], of slices: [StageSlice]) -> [Placed] {
    let order = indexes.sorted { one, other in
      let (a, b) = (slices[one], slices[other])
      if a.start != b.start { return a.start < b.start }
      if a.duration != b.duration { return a.duration > b.duration }
      if (a.handler == nil) != (b.handler == nil) { return a.handler == nil }
      return one < other
    }
    let next = nextBeside(order, of: slices)
    var placed: [Placed] = []
    var open: [Open] = []
    var cursor: Int64 = 0

    func close() {
      let last = open.removeLast()
      let end = max(cursor, last.limit)
      placed[last.placed].end = end
      cursor = end + air
    }

    for (position, index) in order.enumerated() {
      let (start, end) = (slices[index].start, slices[index].start + slices[index].duration)
      while let last = open.last, !Self.lies(start..<end, within: last.end) { close() }
      var limit = end
      if let last = open.last { limit = min(limit, last.limit - air) }
      if let next = next[position] { limit = min(limit, next - air) }
      cursor = max(cursor, start)
      placed.append(Placed(index: index, start: cursor, end: cursor, depth: open.count))
      open.append(Open(placed: placed.count - 1, end: end, limit: limit))
    }
    while !open.isEmpty { close() }
    return placed
  }

  /// Whether a slice lies in one that began no later and ends at `end`.
  ///
  /// One of no length at the end of another lies beside it.
  private static func lies(_ slice: Range<Int64>, within end: Int64) -> Bool {
    slice.upperBound <= end && slice.lowerBound < end
  }

  /// For each slice, when the next one begins that does not lie in it.
  private func nextBeside(_ order: [Int], of slices: [StageSlice]) -> [Int64?] {
    var next = [Int64?](repeating: nil, count: order.count)
    var open: [(position: Int, end: Int64)] = []
    for (position, index) in order.enumerated() {
      let (start, end) = (slices[index].start, slices[index].start + slices[index].duration)
      while let last = open.last, !Self.lies(start..<end, within: last.end) {
        next[last.position] = start
        open.removeLast()
      }
      open.append((position, end))
    }
    return next
  }
}
