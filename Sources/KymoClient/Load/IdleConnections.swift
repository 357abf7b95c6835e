/// The connections that can take a request, the one that has been idle longest first.
///
/// Each is in it once at most, so that it never grows.
struct IdleConnections {
  private var ring: [Int]
  private var isQueued: [Bool]
  private var first = 0
  private var count = 0

  init(capacity: Int) {
    ring = Array(repeating: 0, count: capacity)
    isQueued = Array(repeating: false, count: capacity)
  }

  var isEmpty: Bool { count == 0 }

  /// Puts a connection behind the others, unless it is there.
  mutating func push(_ index: Int) {
    guard !isQueued[index] else { return }
    isQueued[index] = true
    var place = first + count
    if place >= ring.count { place -= ring.count }
    ring[place] = index
    count += 1
  }

  /// Takes the first; it may have been closed meanwhile.
  mutating func pop() -> Int? {
    guard count > 0 else { return nil }
    let index = ring[first]
    isQueued[index] = false
    first = first + 1 == ring.count ? 0 : first + 1
    count -= 1
    return index
  }
}
