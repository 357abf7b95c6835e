import KymoCore
import KymoMCAP

extension SessionEvents {
  /// Whether the next event carries a message or data, as far as is known without reading on.
  var nextIsMessage: Bool {
    merge.withReady { !$0.isEmpty && $0[0].kind.isReference && !bound.excludes($0[0].timestamp) }
  }

  /// Whether the next event, if it is known, lies behind the bound.
  var isAtBound: Bool { merge.withReady { !$0.isEmpty && bound.excludes($0[0].timestamp) } }

  /// The time of the next event, whether or not the bound lies before it; nil after the last of all.
  mutating func peekTime() throws(SessionError) -> Int64? {
    if merge.readyCount == 0, !(try refill()) { return nil }
    return merge.withReady { $0[0].timestamp }
  }

  /// Passes over the events before the bound: they are not numbered, and not counted as unheard.
  mutating func skipToBound() throws(SessionError) {
    while try peekTime() != nil, !isAtBound {
      let bound = bound
      let count = merge.withReady { ready in
        let count = min(ready.count, bound.left)
        return (0..<count).first { ready[$0].timestamp > bound.lastTime } ?? count
      }
      merge.skip(count)
      self.bound.passed &+= UInt64(count)
    }
    earlierUnheard = []
    for id in roles.indices { (roles[id].count, roles[id].unreadable) = (0, 0) }
  }

  /// When the first message of a chunk with inputs was; nil if there is none.
  ///
  /// A chunk without messages states the time 0.
  var startTime: UInt64? { segments.lazy.filter { $0.endTime > 0 }.map(\.startTime).min() }

  /// When the last message of a chunk with inputs was; nil if there is none.
  var lastTime: UInt64? { segments.map(\.endTime).max() }
}
