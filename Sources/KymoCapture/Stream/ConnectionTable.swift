/// The connections of a capture, in the order of their first packets.
struct ConnectionTable {
  private var current: [FlowKey: TCPConnection] = [:]
  private var all: [TCPConnection] = []
  /// The last one, since segments of one connection often follow each other.
  private var recent: TCPConnection?
  let tally: StreamTally

  init(_ tally: StreamTally) { self.tally = tally }

  /// How many there are.
  var count: Int { all.count }

  /// Hands a segment to its connection.
  ///
  /// - Complexity: O(1), and what the connection does with it.
  mutating func add(_ segment: TCPSegment, _ payload: RawSpan) {
    let key = FlowKey(segment)
    if let recent, recent.key == key, !recent.isFollowed(by: segment) {
      return recent.add(segment, payload)
    }
    if let known = current[key], !known.isFollowed(by: segment) {
      recent = known
      return known.add(segment, payload)
    }
    current[key]?.finish()
    let connection = TCPConnection(all.count + 1, segment, tally)
    all.append(connection)
    current[key] = connection
    recent = connection
    connection.add(segment, payload)
  }

  /// Ends all connections.
  func finish() { for connection in all { connection.finish() } }
}
