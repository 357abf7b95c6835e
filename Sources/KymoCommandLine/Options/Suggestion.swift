/// Finds the word that somebody probably meant to type.
package enum Suggestion {
  /// The candidate closest to `word`, or `nil` when none is close enough to be worth offering.
  ///
  /// Close enough: at most a third of the letters are wrong (one letter is always forgiven), or
  /// `word` is the beginning of exactly one candidate. The first candidate wins a tie.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let wanted = word.lowercased()
    let bare = wanted.drop { $0 == "-" }
    guard !bare.isEmpty else { return nil }
    let completions = candidates.filter { $0.lowercased().hasPrefix(wanted) }
    if completions.count == 1 { return completions.first }

    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let distance = editDistance(wanted, candidate.lowercased())
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, bare.count / 3) else { return nil }
    return best.candidate
  }

  /// The least number of single-letter changes between two words; swapped neighbours count as one.
  ///
  /// - Complexity: O(*n* · *m*).
  package static func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      current.reserveCapacity(b.count + 1)
      for j in b.indices {
        let replace = previous[j] + (a[i] == b[j] ? 0 : 1)
        var least = min(replace, previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforePrevious[j - 1] + 1)
        }
        current.append(least)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }
}
