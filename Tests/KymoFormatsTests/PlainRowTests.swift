import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

@testable import KymoFormats

/// The rows that are read eight characters at a time are those that are read byte by byte.
@Suite("Plain rows") struct PlainRowTests {
  /// What one way of reading makes of a file: all rows and repairs, and the error at which it ended.
  struct Reading: Equatable {
    var rows: [String] = []
    var repairs: [String] = []
    var error = ""
  }

  private static func read(_ text: String, _ table: AccelerationTable, isPlain: Bool) -> Reading {
    var reading = Reading()
    var log = ImportLog(isStrict: false)
    do throws(ImportError) {
      var reader = CSVReader(bytes: Array(text.utf8), maximumLineBytes: 200)
      guard (try? reader.nextRow()) == true else { return reading }
      var rows = TableReader(file: "a.csv", reader: reader, header: CSVHeader(row: reader))
      rows.readsPlainRows = isPlain
      while let block = try rows.accelerations(table, log: &log) {
        for row in block {
          let value = row.acceleration
          let bits = [value.x, value.y, value.z].map { String($0.bitPattern, radix: 16) }
          reading.rows.append("\(row.line) \(row.timestamp) \(row.elapsed ?? -1) \(bits)")
        }
      }
    } catch { reading.error = error.description }
    reading.repairs = log.repairs.map { "\($0)" } + log.notes.map { "\($0)" }
    return reading
  }

  /// A number as apps may write it, and sometimes what is none.
  private static func field(_ random: inout SeededRandom, _ mark: String, oddness: Int) -> String {
    let odd = [
      "", "NaN", "-9999", "-9999.0", "inf", "x", " 1", "1 ", "\"1.5\"", "1e400", "1e-400", "--1",
      "1..2",
      "1e", "1e+", "\r", "12345678901234567890123", "0000000000000000000000001", "-", ".", "5000",
      "+.5", "5.",
      "1.7976931348623157e308", "0.000000000000000000000000000012345", "\"a\nb\"", "1_0", "1:2",
      "/", "\u{E9}",
    ]
    if Int.random(in: 0..<100, using: &random) < oddness {
      return odd[Int.random(in: odd.indices, using: &random)]
    }
    var text = ["", "-", "+", ""][Int.random(in: 0..<4, using: &random)]
    if Int.random(in: 0..<4, using: &random) == 0 {
      // As phyphox writes them, on both systems.
      text += "\(Int.random(in: 0...9, using: &random))\(mark)"
      text += String(Int.random(in: 1_000_000_000..<2_000_000_000, using: &random)).dropFirst()
      let forms = ["E0", "E1", "E-1", "E-2", "E-01", "E+02", "E-12", "e+00"]
      return text + forms[Int.random(in: forms.indices, using: &random)]
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      text += String(Int.random(in: 0...9, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) > 0 {
      text += mark
      for _ in 0..<Int.random(in: 0...18, using: &random) {
        text += String(Int.random(in: 0...9, using: &random))
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text += "E-0" + String(Int.random(in: 0...9, using: &random))
    case 1: text += "e" + String(Int.random(in: -30...3, using: &random))
    default: break
    }
    return text
  }

  @Test("are read as byte by byte, whatever stands in them", arguments: 0..<48)
  func property(round: Int) {
    let seed = 0x91A1_0000 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let separator = [",", ";", "\t"][round % 3]
    let mark = separator == "," || round % 2 == 0 ? "." : ","
    let lineEnd = round % 5 == 0 ? "\r\n" : "\n"
    let oddness = [0, 1, 10][round % 3]
    let isRelative = round % 4 < 2
    let table = AccelerationTable(
      times: TimeColumns(
        time: 0,
        unit: isRelative ? .seconds : .nanoseconds,
        basis: .header,
        elapsed: isRelative ? nil : 1,
        origin: isRelative ? .start : .unix,
        isChecked: !isRelative
      ),
      x: 5,
      y: 4,
      z: 3,
      unit: nil,
      hasGravity: true,
      rank: 0
    )
    var plainRows = 0
    for _ in 0..<40 {
      var text = ["t", "e", "note", "z", "y", "x"].joined(separator: separator) + lineEnd
      let count = Int.random(in: 0...60, using: &random)
      for row in 0..<count {
        var fields =
          isRelative
          ? ["\(row)\(mark)\(Int.random(in: 0...999_999_999, using: &random))"]
          : ["17000000000\(Int.random(in: 10_000_000...99_999_999, using: &random))"]
        fields.append("\(row - 3)\(mark)25")
        fields.append(["", "a", "some longer text", "\u{1F4F1}"][row % 4])
        for _ in 0..<3 { fields.append(Self.field(&random, mark, oddness: oddness)) }
        if Int.random(in: 0..<200, using: &random) < oddness { fields.removeLast() }
        text += fields.joined(separator: separator)
        if row + 1 < count || Bool.random(using: &random) { text += lineEnd }
        if Int.random(in: 0..<100, using: &random) < oddness { text += lineEnd }
      }
      let plain = Self.read(text, table, isPlain: true)
      #expect(
        plain == Self.read(text, table, isPlain: false),
        "seed \(seed): \(text.debugDescription)"
      )
      plainRows += plain.rows.count
    }
    #expect(plainRows > 100, "seed \(seed)")
  }

  @Test("are found in what apps write, up to the end of the bytes at hand")
  func areFound() throws {
    let text = "t,x,y,z\n" + String(repeating: "1.25,-2.5E-01,3,9.75E+00\r\n", count: 100)
    var reader = CSVReader(bytes: Array(text.utf8), maximumLineBytes: 200)
    #expect(try reader.nextRow())
    let times = TimeColumns(time: 0, unit: .seconds, basis: .header, origin: .start)
    let values = (1...3).map { PlainColumns.Value(column: $0) }
    let columns = try #require(PlainColumns(times, values, count: 4, allowed: 0...1 << 60))
    var rows: [AccelerationRow] = []
    reader.appendPlainRows(columns, limit: 1000, to: &rows, AccelerationRow.init)
    #expect(rows.count >= 99)
    #expect(
      rows.allSatisfy {
        $0.timestamp == 1_250_000_000 && $0.elapsed == $0.timestamp
          && $0.acceleration == Acceleration(x: -0.25, y: 3, z: 9.75)
      }
    )
    #expect(rows.map(\.line) == Array(2..<rows.count + 2))
  }

  @Test(
    "end before a value that calls for a remark",
    arguments: ["-9999", "-9999.0", "-9.999e3", "", "NaN", "\"1\"", " 1", "1e30"]
  )
  func remarks(value: String) throws {
    let text = "t,x\n1,2\n2,\(value)\n3,4\n5,6\n"
    var reader = CSVReader(bytes: Array(text.utf8), maximumLineBytes: 200)
    #expect(try reader.nextRow())
    let times = TimeColumns(time: 0, unit: .seconds, basis: .header, origin: .start)
    let columns = PlainColumns(times, [.init(column: 1)], count: 2, allowed: 0...1 << 60)
    var rows: [SampleRow] = []
    reader.appendPlainRows(try #require(columns), limit: 9, to: &rows) {
      SampleRow($0, line: $1, count: 1)
    }
    #expect(rows.map(\.line) == [2])
    #expect(try reader.nextRow() && reader.line == 3 && reader.fieldCount == 2)
  }

  @Test("need a unit of their times, and one role for each column")
  func refusal() {
    var times = TimeColumns(time: 0, unit: .seconds, basis: .header, origin: .start)
    func columns(_ places: [Int?]) -> PlainColumns? {
      let values = places.map { PlainColumns.Value(column: $0) }
      return PlainColumns(times, values, count: 4, allowed: 0...1)
    }
    #expect(columns([1, 2, nil]) != nil)
    #expect(columns([1, 1]) == nil)
    #expect(columns([0]) == nil)
    #expect(columns([4]) == nil)
    times.unit = .iso8601
    #expect(columns([1]) == nil)
  }
}
