import KymoQuery
import KymoRecording
import KymoTestSupport
import Testing

/// What tables are told of a statement makes it faster, and changes no row: a `+` before a column hides it from them.
@Suite("Conditions that tables are told of") struct PushedDownTests {
  private static let tables = [
    "events", "accelerations", "locations", "requests", "steps", "replies", "messages",
  ]

  /// A condition of a seed, with the columns marked so that they can be hidden.
  private func condition(_ random: inout SeededRandom, _ first: Int64, _ length: Int64) -> String {
    let time = first + Int64.random(in: -length / 10...length + length / 10, using: &random)
    let seconds = Double(time - first) / 1e9
    let sign = ["<", "<=", "=", ">", ">="].randomElement(using: &random) ?? "="
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "@time_ns \(sign) \(time)"
    case 1: return "@seconds \(sign) \(seconds)"
    case 2: return "@second \(sign) \(Int(seconds))"
    case 3: return "@time_ns BETWEEN \(time) AND \(time + length / 20)"
    case 4: return "@second = \(Int(seconds)) AND @seconds > \(seconds)"
    case 5: return "@time_ns \(sign) \(Double(time)) + 0.5"
    default: return "@second \(sign) \(Int(seconds)).5"
    }
  }

  @Test(arguments: ["walk", "devicecatalog"])
  func theRowsAreThoseOfAWholeReading(_ name: String) throws {
    try check(QuerySample.kept(name), Self.tables + ["channels"], seed: 1)
  }

  @Test(arguments: 1...4)
  func theyAreInAFileOfAnotherProgram(_ seed: Int) throws {
    let file = try QuerySample.foreign(seed: UInt64(seed))
    try check(file, ["events", "accelerations", "messages", "gyroscope", "wheel_left"], seed: seed)
  }

  private func check(_ file: SessionFile, _ tables: [String], seed: Int) throws {
    let database = try QuerySample.database(file)
    var random = SeededRandom(seed: UInt64(seed))
    for table in tables where database.tables.contains(where: { $0.name == table }) {
      guard database.tables.first(where: { $0.name == table })?.columns.first?.name == "time_ns"
      else { continue }
      let bounds = QuerySample.rows(database, "SELECT min(time_ns), max(time_ns) FROM \(table)")
      #expect(bounds.problem == nil)
      guard case .integer(let first)? = bounds.rows.first?[0],
        case .integer(let last)? = bounds.rows.first?[1]
      else { continue }
      for _ in 0..<6 {
        let marked = condition(&random, first, last - first)
        let told = "SELECT * FROM \(table) WHERE " + marked.replacing("@", with: "")
        let hidden = "SELECT * FROM \(table) WHERE " + marked.replacing("@", with: "+")
        let (found, expected) = (
          QuerySample.rows(database, told), QuerySample.rows(database, hidden)
        )
        #expect(found.problem == nil && expected.problem == nil)
        #expect(
          found.rows == expected.rows,
          "seed \(seed): \(told): \(found.rows.count), not \(expected.rows.count)"
        )
      }
    }
  }

  @Test func stepsAreFoundFromAnyPlace() throws {
    let database = try QuerySample.database(QuerySample.kept("devicecatalog"))
    var random = SeededRandom(seed: 5)
    for table in ["events", "accelerations", "requests", "steps", "replies"] {
      for _ in 0..<6 {
        let low = Int.random(in: -10..<6600, using: &random)
        let high = low + Int.random(in: 0..<300, using: &random)
        let told = "SELECT * FROM \(table) WHERE step BETWEEN \(low) AND \(high)"
        let hidden = "SELECT * FROM \(table) WHERE +step BETWEEN \(low) AND \(high)"
        let (found, whole) = (QuerySample.rows(database, told), QuerySample.rows(database, hidden))
        #expect(found.rows == whole.rows, "\(told): \(found.rows.count), not \(whole.rows.count)")
      }
    }
    // Backwards, so that no row lies ahead of the one before.
    let joined = """
      WITH wanted AS MATERIALIZED (SELECT step FROM requests ORDER BY +step DESC LIMIT -1)
      SELECT steps.* FROM wanted CROSS JOIN steps ON steps.step = wanted.step
      """
    let whole = "SELECT * FROM steps WHERE +step IN (SELECT step FROM requests)"
    let found = QuerySample.rows(database, joined)
    #expect(Self.sorted(found.rows) == Self.sorted(QuerySample.rows(database, whole).rows))
    #expect(found.rows.count > 100)
  }

  @Test(arguments: ["walk", "devicecatalog"])
  func groupsAndOrdersAreThoseOfSortedRows(_ name: String) throws {
    let database = try QuerySample.database(QuerySample.kept(name))
    let columns = ["topic", "command", "kind", "source", "second", "step / 1000", "second, topic"]
    for column in columns {
      let told =
        "SELECT \(column), count(*), min(step), max(time_ns) FROM events GROUP BY \(column)"
      let hidden = told.replacing("FROM events", with: "FROM (SELECT * FROM events LIMIT -1)")
      let (found, expected) = (QuerySample.rows(database, told), QuerySample.rows(database, hidden))
      #expect(Self.sorted(found.rows) == Self.sorted(expected.rows), "\(name): \(column)")
      #expect(!found.rows.isEmpty)
      let distinct = QuerySample.rows(database, "SELECT DISTINCT \(column) FROM events")
      #expect(distinct.rows.count == found.rows.count, "\(name): \(column)")
    }
    for order in ["time_ns", "seconds, step", "step", "step DESC", "second DESC, time_ns"] {
      let told = "SELECT step, topic FROM events ORDER BY \(order), step"
      let hidden = "SELECT step, topic FROM events ORDER BY +" + order + ", +step"
      #expect(QuerySample.rows(database, told).rows == QuerySample.rows(database, hidden).rows)
    }
  }

  private static func sorted(_ rows: [[QueryValue]]) -> [String] {
    rows.map { "\($0)" }.sorted()
  }

  @Test func joinsByStepFindWhatBelongsTogether() throws {
    let file = try QuerySample.kept("devicecatalog")
    let database = try QuerySample.database(file)
    let joined = QuerySample.rows(
      database,
      """
      SELECT count(*), sum(e.command = s.command), sum(e.sequence = s.sequence),
        sum(e.time_ns = s.time_ns), sum(e.source = s.source) FROM events e JOIN steps s USING (step)
      """
    )
    let inputs = QuerySample.rows(database, "SELECT count(*) FROM events").rows[0][0]
    #expect(joined.rows == [Array(repeating: inputs, count: 5)])
    let raised = QuerySample.rows(
      database,
      "SELECT count(*) FROM steps WHERE step NOT IN (SELECT step FROM events) AND source <> 255"
    )
    #expect(raised.rows == [[.integer(0)]])
  }
}
