/// The counts of a server since it was started.
struct ServerCounts {
  /// Connections that were opened.
  var connections: UInt64 = 0
  /// Responses by status.
  private(set) var statuses: [UInt16: UInt64] = [:]
  /// Requests that have become no event since they were refused, but for those that took too long.
  var refused: UInt64 = 0
  /// Connections that were closed since their request took too long.
  var slow: UInt64 = 0
  /// Connections, bodies, commands and samples that found no room.
  var overflows: UInt64 = 0
  /// Commands that were handed to the dispatcher, and samples.
  var commands: UInt64 = 0
  var samples: UInt64 = 0
  /// Replies and pushes for listeners.
  var events: UInt64 = 0
  private var last: (status: UInt16, count: UInt64) = (0, 0)

  /// Counts a response.
  mutating func count(_ status: UInt16) {
    if status == last.status {
      last.count += 1
      return
    }
    settle()
    last = (status, 1)
  }

  /// Puts the count that is being added to with the others.
  mutating func settle() {
    if last.count > 0 { statuses[last.status, default: 0] += last.count }
    last.count = 0
  }
}
