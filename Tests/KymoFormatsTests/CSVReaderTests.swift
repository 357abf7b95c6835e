import Testing

@testable import KymoFormats

@Suite("CSV reader") struct CSVReaderTests {
  static func rows(_ text: String, limit: Int = 1 << 20) throws -> [[String]] {
    var reader = CSVReader(bytes: Array(text.utf8), maximumLineBytes: limit)
    var rows: [[String]] = []
    while try reader.nextRow() { rows.append((0..<reader.fieldCount).map { reader.text($0) }) }
    return rows
  }

  @Test(
    "reads every usual way to write a table",
    arguments: [
      "a,b,c\n1,2,3\n", "a;b;c\n1;2;3\n", "a\tb\tc\n1\t2\t3\n", "a,b,c\r\n1,2,3\r\n",
      "a,b,c\n1,2,3",
      "\u{FEFF}a,b,c\n1,2,3\n", "\"a\",\"b\",\"c\"\n\"1\",2,\"3\"\r\n",
      "\n\na,b,c\n\n\r\n1,2,3\n\n",
      " a , b ,c\n1, 2 ,3", "\u{FEFF}\"a\";b;c\r\n1;2;3",
    ]
  )
  func dialects(text: String) throws {
    #expect(try Self.rows(text) == [["a", "b", "c"], ["1", "2", "3"]])
  }

  @Test("reads quotes, separators and lines within quotes")
  func quotes() throws {
    #expect(
      try Self.rows("\"a,1\",\"say \"\"x\"\"\"\n\"two\nlines\",\"\"\n")
        == [["a,1", "say \"x\""], ["two\nlines", ""]]
    )
    #expect(try Self.rows("a,b,\n,,\n") == [["a", "b", ""], ["", "", ""]])
  }

  @Test("counts lines from 1, also across quotes and blank lines")
  func lines() throws {
    var reader = CSVReader(bytes: Array("a,b\n\n\"1\n2\",3\n4,5".utf8), maximumLineBytes: 100)
    var lines: [Int] = []
    while try reader.nextRow() { lines.append(reader.line) }
    #expect(lines == [1, 3, 5])
    #expect(reader.isCutOff)
  }

  @Test("stops at what is no CSV")
  func refusal() {
    #expect(throws: CSVError.nulByte(line: 2)) { try Self.rows("a,b\n1,\0\n") }
    #expect(throws: CSVError.nulByte(line: 2)) { try Self.rows("a,b\n1,\"\0\"\n") }
    #expect(throws: CSVError.unclosedQuote(line: 2)) { try Self.rows("a,b\n1,\"2\n3,4\n") }
    #expect(throws: CSVError.lineTooLong(line: 2, limitBytes: 10)) {
      try Self.rows("a,b\n1,2345678901234\n", limit: 10)
    }
    #expect(throws: CSVError.lineTooLong(line: 1, limitBytes: 10)) {
      try Self.rows("\"\n\n\n\n\n\n\n\n\n\n\n\n\n\n", limit: 10)
    }
  }
}
