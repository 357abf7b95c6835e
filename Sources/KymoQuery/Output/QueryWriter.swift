import KymoText

/// Writes the rows of a result as text, each as soon as the format allows.
///
/// Numbers are written so that reading them gives the same number. Bytes are hexadecimal digits, in JSON an object that
/// has them. A table waits for its first rows, to find out how wide its columns are; a cell that is wider than those
/// puts the cells behind it out of line.
public struct QueryWriter: Sendable {
  /// After how many rows the widths of a table are settled.
  public static let sampledRows = 1000
  /// How many characters of a cell a table shows at most.
  public static let widestCell = 200

  private let format: QueryFormat
  private var columns: [String] = []
  /// The rows of a table whose widths are not settled; nil if they are.
  private var waiting: [[String]]? = []
  private var widths: [Int] = []
  /// Whether all that a column of a table had so far were numbers.
  private var isNumeric: [Bool] = []
  /// How many rows were written.
  public private(set) var rowCount = 0

  /// Prepares to write.
  public init(_ format: QueryFormat) { self.format = format }

  /// Begins with the names of the columns.
  ///
  /// - Returns: the text so far.
  public mutating func begin(_ columns: [String]) -> String {
    self.columns = columns
    isNumeric = columns.map { _ in true }
    switch format {
    case .table: return ""
    case .csv: return columns.map { Self.quoted($0) }.joined(separator: ",") + "\n"
    case .json:
      let names = columns.map { Self.json($0) }.joined(separator: ", ")
      return "{\n  \"schema\": \"kymograph.query/1\",\n  \"columns\": [\(names)],\n  \"rows\": ["
    }
  }

  /// Adds a row.
  ///
  /// - Parameter values: one for each column.
  /// - Returns: the text that can be written now.
  public mutating func row(_ values: [QueryValue]) -> String {
    rowCount += 1
    switch format {
    case .table: return tableRow(values)
    case .csv: return values.map { Self.csv($0) }.joined(separator: ",") + "\n"
    case .json:
      let cells = values.map { Self.json($0) }.joined(separator: ", ")
      return (rowCount > 1 ? "," : "") + "\n    [\(cells)]"
    }
  }

  /// Ends the result.
  ///
  /// - Parameter isComplete: whether it has all rows.
  /// - Returns: the text that is left.
  public mutating func end(isComplete: Bool) -> String {
    switch format {
    case .table: return settle()
    case .csv: return ""
    case .json:
      let close = rowCount > 0 ? "\n  ]" : "]"
      return close + ",\n  \"rowCount\": \(rowCount),\n  \"complete\": \(isComplete)\n}\n"
    }
  }

  // MARK: Tables

  private mutating func tableRow(_ values: [QueryValue]) -> String {
    for (place, value) in values.enumerated() {
      switch value {
      case .integer, .real, .null: break
      case .text, .blob: isNumeric[place] = false
      }
    }
    let cells = values.map { Self.cell($0) }
    guard waiting != nil else { return line(cells) }
    waiting?.append(cells)
    return waiting?.count == Self.sampledRows ? settle() : ""
  }

  /// Writes the rows that wait, below their heading.
  private mutating func settle() -> String {
    guard let rows = waiting else { return "" }
    waiting = nil
    let heading = columns.map { $0.printable }
    widths = heading.indices.map { place in
      rows.reduce(heading[place].count) { max($0, $1[place].count) }
    }
    return line(heading) + rows.map { line($0) }.joined()
  }

  private func line(_ cells: [String]) -> String {
    var line = ""
    for (place, cell) in cells.enumerated() {
      if place > 0 { line += "  " }
      let padding = String(repeating: " ", count: max(0, widths[place] - cell.count))
      line += isNumeric[place] ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  private static func cell(_ value: QueryValue) -> String {
    let text =
      switch value {
      case .null: "-"
      case .integer(let number): String(number)
      case .real(let number): number.isFinite ? NumberText.shortest(number) : "\(number)"
      case .text(let text): text.printable
      case .blob(let bytes): "x'" + hexadecimal(bytes, upTo: widestCell) + "'"
      }
    return text.utf8.count <= widestCell || text.count <= widestCell
      ? text : text.prefix(widestCell - 1) + "…"
  }

  // MARK: CSV

  private static func csv(_ value: QueryValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): number.isFinite ? NumberText.shortest(number) : "\(number)"
    case .text(let text): quoted(text)
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  /// A text in quotation marks where it needs them: an empty one has them, and null has not.
  private static func quoted(_ text: String) -> String {
    let needs = text.isEmpty || text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needs else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  // MARK: JSON

  private static func json(_ value: QueryValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): String(number)
    // JSON has no infinity.
    case .real(let number): number.isFinite ? "\(number)" : number > 0 ? "\"inf\"" : "\"-inf\""
    case .text(let text): json(text)
    case .blob(let bytes): "{\"hex\": \"" + hexadecimal(bytes) + "\"}"
    }
  }

  private static func json(_ text: String) -> String {
    var json = "\""
    JSONEscapes.append(text, to: &json, escapesDelete: true)
    return json + "\""
  }

  private static func hexadecimal(_ bytes: [UInt8], upTo count: Int = .max) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes.prefix(count) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
