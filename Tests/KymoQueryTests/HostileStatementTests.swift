import KymoQuery
import Testing

/// A statement reads the recording, and does nothing else.
@Suite("Hostile statements") struct HostileStatementTests {
  @Test(arguments: [
    "DELETE FROM events", "INSERT INTO events VALUES (1)", "UPDATE steps SET step = 1",
    "CREATE TABLE t (x)", "CREATE TEMP TABLE t AS SELECT 1", "DROP TABLE events",
    "CREATE VIRTUAL TABLE t USING fts5(x)", "ATTACH '/etc/passwd' AS p", "ATTACH ':memory:' AS p",
    "DETACH main", "PRAGMA temp_store_directory = '/tmp'", "PRAGMA table_info(events)",
    "SELECT * FROM pragma_database_list", "SELECT load_extension('x')",
    "SELECT fts3_tokenizer('simple')", "VACUUM", "VACUUM INTO '/tmp/kymo-query-test.db'", "ANALYZE",
    "REINDEX", "BEGIN", "COMMIT", "SAVEPOINT s", "ALTER TABLE events RENAME TO e",
    "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
    "WITH x AS (SELECT 1) INSERT INTO events SELECT 1", "REPLACE INTO losses VALUES ('x', 1)",
  ])
  func itIsRefused(_ sql: String) throws {
    let database = try QuerySample.database(QuerySample.kept("walk"))
    let (rows, problem) = QuerySample.rows(database, sql)
    #expect(rows.isEmpty)
    guard case .refused? = problem else {
      Issue.record("\(sql): \(String(describing: problem))")
      return
    }
    // What comes next is as good as before.
    #expect(QuerySample.rows(database, "SELECT 1").rows == [[.integer(1)]])
  }

  /// Statements that are wrong, and at which byte; -1 if nobody knows.
  private static let wrong: [(sql: String, offset: Int)] = [
    ("SELECT * FORM events", 9), ("SELECT nothing_here FROM events", 7), ("SELECT 1; SELECT 2", 9),
    ("SELECT (", -1), ("", -1), ("   ", -1), ("-- nothing", -1), ("SELECT ?1", -1),
    ("SELECT 'a\0b'", 9), ("SELECT * FROM \"no table\"", -1),
    ("SELECT count(1, 2, 3) FROM steps", -1), ("SELECT \u{FFFD}", -1),
  ]

  @Test func wrongOnesNameThePlace() throws {
    for (sql, offset) in Self.wrong { try itIsWrong(sql, offset) }
  }

  private func itIsWrong(_ sql: String, _ offset: Int) throws {
    let database = try QuerySample.database(QuerySample.kept("walk"))
    let (rows, problem) = QuerySample.rows(database, sql)
    #expect(rows.isEmpty)
    guard case .statement(let text, let place)? = problem else {
      Issue.record("\(sql): \(String(describing: problem))")
      return
    }
    #expect(!text.isEmpty && !text.contains("\n"))
    if offset >= 0 { #expect(place == offset, "\(sql): \(text)") }
  }

  @Test func whatIsTooLargeIsRefused() throws {
    let database = try QuerySample.database(QuerySample.kept("walk"))
    for sql in [
      "SELECT zeroblob(100000000)", "SELECT hex(zeroblob(10000000))",
      "SELECT group_concat(hex(randomblob(100000))) FROM accelerations",
    ] {
      let (_, problem) = QuerySample.rows(database, sql)
      guard case .tooLarge? = problem else {
        Issue.record("\(sql): \(String(describing: problem))")
        continue
      }
    }
    #expect(QuerySample.rows(database, "SELECT 1 -- fine").problem == nil)
  }

  @Test func anEndlessOneIsInterrupted() throws {
    let database = try QuerySample.database(QuerySample.kept("walk"))
    var asked = 0
    let problem = database.run(
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n",
      shouldStop: {
        asked += 1
        return asked > 10
      },
      row: { _ in }
    )
    guard case .interrupted? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(QuerySample.rows(database, "SELECT count(*) FROM events").problem == nil)
  }

  @Test func deepOnesEnd() throws {
    let database = try QuerySample.database(QuerySample.kept("walk"))
    for sql in [
      "SELECT " + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000),
      "SELECT " + String(repeating: "-", count: 1) + String(repeating: "1+", count: 20000) + "1",
      "SELECT 1 " + String(repeating: "UNION ALL SELECT 1 ", count: 2000),
      "SELECT * FROM " + Array(repeating: "channels", count: 70).joined(separator: " JOIN "),
    ] {
      #expect(QuerySample.rows(database, sql).problem != nil)
    }
  }
}
