/// Rows of CSV under a header, as Apache Otava and spreadsheets take them.
enum OtavaRows {
  /// A header and a row below it.
  static func text(_ columns: [(name: String, cell: String)]) -> String {
    line(columns.map(\.name)) + line(columns.map(\.cell))
  }

  /// Whether a line begins with these columns.
  static func isHeader(_ line: String, _ fixed: [String]) -> Bool {
    withoutReturn(line) == fixed.joined(separator: ",")
      || line.hasPrefix(fixed.joined(separator: ",") + ",")
  }

  /// The row alone, if the header is that of the file.
  static func continuation(_ text: String, after firstLine: String) -> String? {
    let header = withoutReturn(firstLine) + "\n"
    return text.hasPrefix(header) ? String(text.dropFirst(header.count)) : nil
  }

  private static func withoutReturn(_ line: String) -> String {
    line.last == "\r" ? String(line.dropLast()) : line
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// A cell as RFC 4180 has it; names hold no line ends, but a commit may.
  private static func quoted(_ cell: String) -> String {
    let flat = cell.replacing("\r\n", with: " ").replacing("\n", with: " ")
    guard flat.contains(where: { $0 == "," || $0 == "\"" || $0 == "\r" }) else { return flat }
    return "\"" + flat.replacing("\"", with: "\"\"") + "\""
  }
}
