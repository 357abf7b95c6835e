extension MCAPMerge {
  /// Puts all elements in order: a merge sort that starts from the ascending runs that are there.
  ///
  /// It is stable, and one pass if what waited and what came are in order each.
  @inlinable mutating func order() {
    var bounds = [0]
    for index in 1..<max(1, elements.count)
    where Order.precedes(elements[index], elements[index - 1]) {
      bounds.append(index)
    }
    bounds.append(elements.count)
    while bounds.count > 2 {
      scratch.removeAll(keepingCapacity: true)
      scratch.reserveCapacity(elements.count)
      var merged = [0]
      var run = 0
      while run + 1 < bounds.count {
        // The last run of an odd number has no partner, and is merged with nothing.
        let end = bounds[min(run + 2, bounds.count - 1)]
        merge(bounds[run]..<bounds[run + 1], bounds[run + 1]..<end)
        merged.append(end)
        run += 2
      }
      swap(&elements, &scratch)
      bounds = merged
    }
    scratch.removeAll(keepingCapacity: true)
    isOrdered = true
  }

  /// Appends two ascending runs to the scratch as one.
  @inlinable mutating func merge(_ first: Range<Int>, _ second: Range<Int>) {
    var left = first.lowerBound
    var right = second.lowerBound
    while left < first.upperBound, right < second.upperBound {
      if Order.precedes(elements[right], elements[left]) {
        scratch.append(elements[right])
        right += 1
      } else {
        scratch.append(elements[left])
        left += 1
      }
    }
    scratch.append(contentsOf: elements[left..<first.upperBound])
    scratch.append(contentsOf: elements[right..<second.upperBound])
  }
}
