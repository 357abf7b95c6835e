/// Says which messages of one topic belong together, of two recordings that differ there.
///
/// First those of one time and one content; between these, in the order of both, those of a content that is there
/// once; then those of one time; and then, if as many are left on both sides, one after the other.
package struct DiffAlignment {
  /// A pair of places, one in each list.
  package typealias Pair = (first: Int, second: Int)

  private let first: [DiffSide.Entry]
  private let second: [DiffSide.Entry]
  /// The places of those that belong together, ascending on both sides.
  private(set) var pairs: [Pair] = []

  /// Aligns two lists.
  ///
  /// - Parameters:
  ///   - first: messages of the first recording, by time.
  ///   - second: those of the second.
  ///   - isWhole: whether no more follow, so that what is left at the end belongs together, too.
  /// - Complexity: O(n log n), for times of which few messages have the same.
  init(_ first: [DiffSide.Entry], _ second: [DiffSide.Entry], isWhole: Bool) {
    self.first = first
    self.second = second
    refine(exact, upTo: true)
    refine(contents, upTo: true)
    refine(times, upTo: true)
    refine(inTurn, upTo: isWhole)
  }

  /// Looks for more pairs between those that there are.
  ///
  /// - Parameters:
  ///   - find: finds pairs in two ranges.
  ///   - includesEnd: whether it looks behind the last pair, too.
  private mutating func refine(
    _ find: (Range<Int>, Range<Int>) -> [Pair],
    upTo includesEnd: Bool
  ) {
    var all: [Pair] = []
    var (left, right) = (0, 0)
    for pair in pairs {
      if left < pair.first, right < pair.second {
        all += find(left..<pair.first, right..<pair.second)
      }
      all.append(pair)
      (left, right) = (pair.first + 1, pair.second + 1)
    }
    if includesEnd, left < first.count, right < second.count {
      all += find(left..<first.count, right..<second.count)
    }
    pairs = all
  }

  /// Pairs of one time and one content.
  private func exact(_ left: Range<Int>, _ right: Range<Int>) -> [Pair] {
    var found: [Pair] = []
    var start = right.lowerBound
    for place in left {
      let entry = first[place]
      while start < right.upperBound, second[start].logTime < entry.logTime { start += 1 }
      var other = start
      while other < right.upperBound, second[other].logTime == entry.logTime,
        second[other].hash != entry.hash
      {
        other += 1
      }
      guard other < right.upperBound, second[other].logTime == entry.logTime else { continue }
      found.append((place, other))
      start = other + 1
    }
    return found
  }

  /// Pairs of a content that each side has once, as many as keep their order: patience.
  private func contents(_ left: Range<Int>, _ right: Range<Int>) -> [Pair] {
    var places: [UInt64: (count: Int, first: Int, second: Int)] = [:]  // Looked up, never iterated.
    for place in left { places[first[place].hash, default: (0, place, -1)].count += 1 }
    for place in right where places[second[place].hash] != nil {
      // A second one of the other side counts as much as one of this side.
      let isNew = places[second[place].hash]?.second == -1
      if isNew {
        places[second[place].hash]?.second = place
      } else {
        places[second[place].hash]?.count += 1
      }
    }
    let unique = left.compactMap { place -> Pair? in
      guard let found = places[first[place].hash], found.count == 1, found.second >= 0 else {
        return nil
      }
      return (place, found.second)
    }
    return Self.longestAscending(unique)
  }

  /// The longest part of a list, ascending in its second places.
  package static func longestAscending(_ pairs: [Pair]) -> [Pair] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].second < pair.second { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var found: [Pair] = []
    var index = tails.last ?? -1
    while index >= 0 {
      found.append(pairs[index])
      index = before[index]
    }
    return found.reversed()
  }

  /// Pairs of one time.
  private func times(_ left: Range<Int>, _ right: Range<Int>) -> [Pair] {
    var found: [Pair] = []
    var (place, other) = (left.lowerBound, right.lowerBound)
    while place < left.upperBound, other < right.upperBound {
      if first[place].logTime == second[other].logTime {
        found.append((place, other))
        place += 1
        other += 1
      } else if first[place].logTime < second[other].logTime {
        place += 1
      } else {
        other += 1
      }
    }
    return found
  }

  /// Pairs in turn, if there are as many on both sides.
  private func inTurn(_ left: Range<Int>, _ right: Range<Int>) -> [Pair] {
    left.count == right.count ? zip(left, right).map { ($0, $1) } : []
  }
}
