extension Array {
  /// The place of the first element whose key is not below another; the elements ascend by it.
  ///
  /// - Complexity: O(log n).
  func place<Key: Comparable>(of key: Key, by keyOf: (Element) -> Key) -> Int {
    // What is looked for is mostly behind all others, or the last one.
    guard let last, keyOf(last) >= key else { return count }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if keyOf(self[middle]) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The element with a key, or nil; the elements ascend by it.
  ///
  /// - Complexity: O(log n).
  func element<Key: Comparable>(_ key: Key, by keyOf: (Element) -> Key) -> Element? {
    found(key, by: keyOf).map { self[$0] }
  }

  /// The place of the element with a key, or nil; the elements ascend by it.
  ///
  /// - Complexity: O(log n).
  func found<Key: Comparable>(_ key: Key, by keyOf: (Element) -> Key) -> Int? {
    let place = place(of: key, by: keyOf)
    return place < count && keyOf(self[place]) == key ? place : nil
  }
}
