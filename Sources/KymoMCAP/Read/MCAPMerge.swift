/// Puts what overlapping segments hold into one order, with no more of them in memory than overlap.
///
/// Segments are decoded one by one, in the order of their start times. What lies before the start of the
/// next segment is certain to be next, and may be given out; the rest waits. The caller decodes:
///
///     while merge.readyCount == 0 {
///       guard let segment = merge.beginSegment() else { return nil }
///       // … decode the segment with this number, and append what it holds …
///       merge.endSegment()
///     }
///     return merge.takeNext()
///
/// The order is that of `Order`; what it leaves open is settled by what was appended first. No element may
/// be earlier than the start of its segment: who decodes checks that, because a file can claim anything.
@frozen public struct MCAPMerge<Order: MCAPMergeOrder> {
  /// The elements that are merged.
  public typealias Element = Order.Element

  /// The numbers of the segments, by start time, then by number.
  @usableFromInline let sequence: [Int]
  /// The start times in that order.
  @usableFromInline let starts: [UInt64]
  /// How many segments were begun.
  @usableFromInline var begun = 0

  /// The elements that were decoded; up to `position` they were given out.
  @usableFromInline var elements: [Element] = []
  @usableFromInline var position = 0
  /// The end of the elements that may be given out.
  @usableFromInline var safeEnd = 0
  /// Where the elements of the segment start that is being decoded.
  @usableFromInline var segmentStart = 0
  /// Whether all elements of segments that ended are in order.
  @usableFromInline var isOrdered = true
  /// The earliest time of what was decoded since something was last given out.
  @usableFromInline var earliest = UInt64.max
  /// Room for merging, kept from time to time.
  @usableFromInline var scratch: [Element] = []

  /// Prepares to merge segments.
  ///
  /// - Parameter starts: The start time of each segment; its place in this list is the segment's number.
  /// - Complexity: O(n log n).
  public init(starts: [UInt64]) {
    sequence = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    self.starts = sequence.map { starts[$0] }
  }

  // MARK: Decoding

  /// Starts with the next segment; what was given out is forgotten.
  ///
  /// - Precondition: Nothing is ready, and the segment before has ended.
  /// - Returns: The number of the segment to decode; nil if there are no more.
  /// - Complexity: O(elements that wait).
  @inlinable public mutating func beginSegment() -> Int? {
    precondition(position == safeEnd && segmentStart == elements.count)
    guard begun < sequence.count else { return nil }
    if position == elements.count {
      elements.removeAll(keepingCapacity: true)
      isOrdered = true
    } else if position > 0 {
      elements.removeSubrange(0..<position)
    }
    position = 0
    safeEnd = 0
    segmentStart = elements.count
    begun += 1
    return sequence[begun - 1]
  }

  /// Adds an element of the segment that was begun.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable public mutating func append(_ element: consuming Element) {
    elements.append(element)
  }

  /// Ends the segment that was begun, and finds out what is certain to be next.
  ///
  /// - Complexity: O(n log r) for n elements that wait in r ascending runs; O(n of the segment) if they
  ///   follow on those before.
  @inlinable public mutating func endSegment() {
    let count = elements.count
    var follows = true
    for index in max(1, segmentStart)..<max(1, count)
    where Order.precedes(elements[index], elements[index - 1]) {
      follows = false
      break
    }
    if !follows { isOrdered = false }
    // Where everything is in order, the first element of the segment is its earliest.
    for index in segmentStart..<(isOrdered ? min(segmentStart + 1, count) : count) {
      earliest = min(earliest, Order.time(of: elements[index]))
    }
    segmentStart = count
    guard begun < starts.count else {
      if !isOrdered { order() }
      safeEnd = count
      return
    }
    // Segments that start together are decoded together before anything is put in order.
    let bound = starts[begun]
    guard earliest < bound else { return }
    if !isOrdered { order() }
    safeEnd = firstPlace(notBefore: bound)
    earliest = safeEnd < count ? Order.time(of: elements[safeEnd]) : .max
  }

  /// Turns the elements of the segment that was begun around.
  @inlinable public mutating func reverseSegment() {
    elements[segmentStart...].reverse()
  }

  /// Forgets everything, and all segments that were not begun: after an error.
  @inlinable public mutating func abandon() {
    elements.removeAll()
    position = 0
    safeEnd = 0
    segmentStart = 0
    begun = sequence.count
  }

  /// The place of the first element that is not before a time; all of them are in order.
  @inlinable func firstPlace(notBefore bound: UInt64) -> Int {
    var low = 0
    var high = elements.count
    if let last = elements.last, Order.time(of: last) < bound { low = high }
    while low < high {
      let middle = (low + high) / 2
      if Order.time(of: elements[middle]) < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Giving out

  /// How many elements are certain to be next.
  @inlinable public var readyCount: Int { safeEnd &- position }

  /// How many elements were decoded and not yet given out, ready or not.
  @inlinable public var waitingCount: Int { elements.count - position }

  /// Lends the elements that are certain to be next, without giving them out.
  ///
  /// - Complexity: O(1).
  @inlinable public func withReady<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(elements.span.extracting(position..<safeEnd))
  }

  /// Gives out the next element; traps unless one is ready.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func takeNext() -> Element {
    precondition(position < safeEnd)
    position &+= 1
    return elements[position &- 1]
  }

  /// Steps over elements that are ready, as if they were given out.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func skip(_ count: Int) {
    precondition(count >= 0 && count <= safeEnd &- position)
    position &+= count
  }

  /// Lets `body` change every element that waits, but not its place in the order.
  ///
  /// - Complexity: O(n).
  @inlinable public mutating func updateWaiting(_ body: (inout Element) -> Void) {
    for index in position..<elements.count { body(&elements[index]) }
  }
}
