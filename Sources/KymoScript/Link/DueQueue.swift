/// What is due at times, the earliest first; what is due at one time comes in the order in which it was put.
struct DueQueue<Element> {
  private var waiting: [(due: Int64, element: Element)] = []

  /// None.
  init() {}

  /// How many wait.
  var count: Int { waiting.count }

  /// When the first is due, in ns; nil if none waits.
  var nextDue: Int64? { waiting.isEmpty ? nil : waiting[0].due }

  /// Puts an element that is due some ns after a time; at the last time of all if that is beyond it.
  mutating func put(_ element: Element, _ delay: Int64, after time: Int64) {
    let (sum, overflow) = time.addingReportingOverflow(delay)
    let due = overflow ? .max : sum
    let place = waiting.firstIndex { $0.due > due } ?? waiting.count
    waiting.insert((due, element), at: place)
  }

  /// Takes what is due at a time.
  mutating func take(upTo time: Int64) -> [Element] {
    let count = waiting.firstIndex { $0.due > time } ?? waiting.count
    guard count > 0 else { return [] }
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map(\.element)
  }
}
