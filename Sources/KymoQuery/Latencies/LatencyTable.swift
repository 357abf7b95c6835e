/// The table `latencies`: how long inputs took in runs, joined with the recording by their steps.
enum LatencyTable {
  private static let columns = [
    QueryColumn("step", .integer, "as in events and steps; null for a raised event"),
    QueryColumn("input", .integer, "number among the inputs that the app hears, from 0"),
    QueryColumn("run", .integer, "number of the file among those given, from 0"),
    QueryColumn("round", .integer, "how often the recording was repeated before, from 0"),
    QueryColumn("command", .text),
    QueryColumn("due_ns", .integer, unit: "ns", "after the start of the run"),
    QueryColumn("response_ns", .integer, unit: "ns", "from when it was due to when it was done"),
    QueryColumn("service_ns", .integer, unit: "ns", "what its handlers took"),
    QueryColumn("slip_ns", .integer, unit: "ns", "how late it was sent"),
    QueryColumn("cause", .text, "why it was slow"),
  ]

  /// Makes the table.
  ///
  /// - Parameters:
  ///   - rows: the events of the runs.
  ///   - events: the inputs of the recording.
  /// - Returns: the table, in the order of steps: a join by them reads the recording once.
  /// - Throws: that the recording cannot be read.
  /// - Complexity: O(inputs up to the last one that is wanted).
  static func make(_ rows: [LatencyRow], _ events: EventTable) throws(QueryError) -> ListTable {
    let steps = try steps(of: rows.compactMap(\.input), events)
    let ordered = rows.enumerated().sorted {
      ($0.element.input ?? .max, $0.offset) < ($1.element.input ?? .max, $1.offset)
    }
    func cell(_ number: (some BinaryInteger)?) -> QueryValue {
      number.map { .integer(Int64($0)) } ?? .null
    }
    return ListTable(
      "latencies",
      "events of runs of kymo bench, with their latencies",
      columns,
      ordered.map(\.element).map { row in
        [
          cell(row.input.flatMap { steps[$0] }), cell(row.input), cell(Optional(row.run)),
          cell(row.round), .text(row.command), cell(Optional(row.times.due)),
          cell(Optional(row.times.response)), cell(Optional(row.times.service)),
          cell(row.times.slip), .text(row.cause),
        ]
      }
    )
  }

  /// The steps of some inputs; those are left out of which the trace knows none.
  private static func steps(
    of inputs: [Int],
    _ events: EventTable
  ) throws(QueryError) -> [Int: Int64] {
    var found: [Int: Int64] = [:]  // Looked up, never iterated.
    var wanted = Set(inputs).sorted()[...]
    guard !wanted.isEmpty else { return found }
    let cursor = EventCursor(events)
    var filter = QueryFilter()
    filter.columns = EventCursor.stepColumns
    try cursor.start(filter)
    var number = 0
    while !cursor.isAtEnd, let next = wanted.first {
      if number == next {
        found[number] = cursor.step
        wanted.removeFirst()
      }
      number += 1
      try cursor.next()
    }
    return found
  }
}
