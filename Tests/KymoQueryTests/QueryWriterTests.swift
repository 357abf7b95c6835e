import KymoQuery
import Testing

@Suite("Rows as text") struct QueryWriterTests {
  private func written(_ format: QueryFormat, _ columns: [String], _ rows: [[QueryValue]]) -> String
  {
    var writer = QueryWriter(format)
    var text = writer.begin(columns)
    for row in rows { text += writer.row(row) }
    return text + writer.end(isComplete: true)
  }

  @Test func aTableLinesUp() {
    let text = written(
      .table,
      ["name", "n"],
      [
        [.text("a\u{1B}[31m"), .integer(-12)], [.text("longer"), .real(0.1)],
        [.null, .null], [.blob([0, 255]), .real(.infinity)],
      ]
    )
    let lines = text.split(separator: "\n")
    #expect(lines[0].hasPrefix("name") && lines[0].hasSuffix("  n"))
    #expect(!text.contains("\u{1B}") && lines[4].hasPrefix("x'00ff'"))
    #expect(Set(lines.map(\.count)).count == 1)
  }

  @Test func aLongTableIsWrittenAsItComes() {
    var writer = QueryWriter(.table)
    _ = writer.begin(["x"])
    var before = ""
    for index in 0..<QueryWriter.sampledRows { before = writer.row([.integer(Int64(index))]) }
    #expect(before.split(separator: "\n").count == QueryWriter.sampledRows + 1)
    #expect(writer.row([.text("a much longer cell")]) == "a much longer cell\n")
    #expect(writer.end(isComplete: true).isEmpty)
  }

  @Test func csvIsQuotedWhereItMustBe() {
    let text = written(
      .csv,
      ["a,b", "c"],
      [
        [.text("say \"no\"\r\n"), .null], [.text(""), .real(1e300)], [.blob([7]), .integer(.min)],
      ]
    )
    #expect(
      text == "\"a,b\",c\n\"say \"\"no\"\"\r\n\",\n\"\",1e+300\n07,-9223372036854775808\n"
    )
  }

  @Test func jsonIsADocument() {
    #expect(
      written(
        .json,
        ["a\"", "b"],
        [[.text("\u{1}\n"), .real(-.infinity)], [.blob([]), .real(2)]]
      )
        == """
        {
          "schema": "kymograph.query/1",
          "columns": ["a\\"", "b"],
          "rows": [
            ["\\u0001\\n", "-inf"],
            [{"hex": ""}, 2.0]
          ],
          "rowCount": 2,
          "complete": true
        }

        """
    )
    #expect(written(.json, ["a"], []).contains("\"rows\": [],"))
  }
}
