/// What waits for its turn, first come, first served.
///
/// Its storage is kept, and bounded by what waits.
struct WaitingLine<Element> {
  private var elements: [Element] = []
  private var head = 0

  /// How many wait.
  var count: Int { elements.count - head }

  /// Whether nobody waits.
  var isEmpty: Bool { head == elements.count }

  /// The one whose turn is next; nil if nobody waits.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// Puts one at the end.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Puts some at the end, in their order.
  mutating func append(contentsOf more: [Element]) { elements += more }

  /// Takes the one whose turn is next; nil if nobody waits.
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1024, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension WaitingLine: Sendable where Element: Sendable {}
