import KymoRecording

/// Says which elements of two lists belong together: as many equal ones as keep their order.
///
/// What both have at their beginnings and ends belongs together; between them the longest common part, or, of lists that
/// are too long for that, what each side has once, as `kymo diff` aligns messages.
enum SequenceAlignment {
  /// How large the table of two lists may be.
  private static var tableCells: Int { 1 << 22 }

  /// Aligns two lists.
  ///
  /// - Returns: the places of equal elements, ascending on both sides.
  /// - Complexity: O(n log n), and at most 2²² steps for each part between two that both sides have.
  static func pairs(_ first: [Int], _ second: [Int]) -> [DiffAlignment.Pair] {
    var found: [DiffAlignment.Pair] = []
    align(first, first.indices, second, second.indices, &found)
    return found
  }

  private static func align(
    _ first: [Int],
    _ left: Range<Int>,
    _ second: [Int],
    _ right: Range<Int>,
    _ found: inout [DiffAlignment.Pair]
  ) {
    var (left, right) = (left, right)
    while let one = left.first, let other = right.first, first[one] == second[other] {
      found.append((one, other))
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    var tail: [DiffAlignment.Pair] = []
    while let one = left.last, let other = right.last, first[one] == second[other] {
      tail.append((one, other))
      (left, right) = (left.dropLast(), right.dropLast())
    }
    defer { found += tail.reversed() }
    guard !left.isEmpty, !right.isEmpty else { return }
    if left.count <= tableCells / right.count {
      found += longestCommon(first, left, second, right)
      return
    }
    let anchors = unique(first, left, second, right)
    guard !anchors.isEmpty else {
      // Nothing else is known of lists that are so long, and so much alike.
      for (one, other) in zip(left, right) where first[one] == second[other] {
        found.append((one, other))
      }
      return
    }
    var (start, other) = (left.lowerBound, right.lowerBound)
    for pair in anchors {
      align(first, start..<pair.first, second, other..<pair.second, &found)
      found.append(pair)
      (start, other) = (pair.first + 1, pair.second + 1)
    }
    align(first, start..<left.upperBound, second, other..<right.upperBound, &found)
  }

  /// What each side has once, as many as keep their order.
  private static func unique(
    _ first: [Int],
    _ left: Range<Int>,
    _ second: [Int],
    _ right: Range<Int>
  ) -> [DiffAlignment.Pair] {
    var counts: [Int: (left: Int, right: Int, place: Int)] = [:]  // Looked up, never iterated.
    for place in left { counts[first[place], default: (0, 0, 0)].left += 1 }
    for place in right {
      counts[second[place], default: (0, 0, 0)].right += 1
      counts[second[place]]?.place = place
    }
    let pairs = left.compactMap { place -> DiffAlignment.Pair? in
      guard let count = counts[first[place]], count.left == 1, count.right == 1 else { return nil }
      return (place, count.place)
    }
    return DiffAlignment.longestAscending(pairs)
  }

  private static func longestCommon(
    _ first: [Int],
    _ left: Range<Int>,
    _ second: [Int],
    _ right: Range<Int>
  ) -> [DiffAlignment.Pair] {
    // The length of the longest common part of what follows two places.
    let width = right.count + 1
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for one in left.indices.reversed() {
      let row = (one - left.lowerBound) * width
      for other in right.indices.reversed() {
        let cell = row + other - right.lowerBound
        lengths[cell] =
          first[one] == second[other]
          ? lengths[cell + width + 1] + 1 : max(lengths[cell + width], lengths[cell + 1])
      }
    }
    var found: [DiffAlignment.Pair] = []
    var (one, other) = (left.lowerBound, right.lowerBound)
    while one < left.upperBound, other < right.upperBound {
      let cell = (one - left.lowerBound) * width + other - right.lowerBound
      if first[one] == second[other] {
        found.append((one, other))
        (one, other) = (one + 1, other + 1)
      } else if lengths[cell + width] >= lengths[cell + 1] {
        one += 1
      } else {
        other += 1
      }
    }
    return found
  }
}
