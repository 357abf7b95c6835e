extension Array {
  /// The first index for which `belongsAfter` is true, where it is false before and true from there on.
  ///
  /// - Complexity: O(log count).
  func partitioningIndex(_ belongsAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
