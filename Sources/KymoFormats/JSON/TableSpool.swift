import KymoRecording

/// The table of one sensor in a file of JSON, on its way to where CSV is read.
///
/// Some first rows are in memory, further ones in a file without a name.
final class TableSpool {
  /// The name of the sensor, as of its file of CSV.
  let title: String
  /// How many rows there are.
  private(set) var rowCount = 0
  private var columns: [[UInt8]] = []
  private var fields: [Range<Int>] = []
  private var values: [UInt8] = []
  private var buffer: [UInt8] = []
  private var file: UnsafeInputFile?
  private let name: String

  private static let bytesInMemory = 1 << 16
  /// How many columns a sensor may have.
  private static let columnsKept = 256

  /// Names the sensor, and the file that it is in.
  init(title: String, file name: String) {
    self.title = title
    self.name = name
  }

  /// Remembers that there is a column.
  func see(_ column: [UInt8]) {
    if place(of: column, after: -1) == nil, columns.count < Self.columnsKept {
      columns.append(column)
    }
  }

  /// The place of a column, which most often is the one behind the last.
  private func place(of name: [UInt8], after last: Int) -> Int? {
    if last + 1 < columns.count, columns[last + 1] == name { return last + 1 }
    return columns.firstIndex(of: name)
  }

  /// Begins a row.
  func begin() {
    values.removeAll(keepingCapacity: true)
    fields = [Range<Int>](repeating: 0..<0, count: columns.count)
  }

  /// Sets a value of the row; `last` is the place of the value before.
  ///
  /// - Returns: the place of the value.
  func set(_ column: [UInt8], _ value: [UInt8], after last: Int) -> Int {
    guard let place = place(of: column, after: last) else { return last }
    let start = values.count
    let quote = UInt8(ascii: "\"")
    let needsQuotes = value.contains { byte in
      byte == quote || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    if needsQuotes { values.append(quote) }
    for byte in value where byte != 0 {
      values.append(byte)
      if byte == quote { values.append(byte) }
    }
    if needsQuotes { values.append(quote) }
    fields[place] = start..<values.count
    return place
  }

  /// Ends a row.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` when there is no room for it.
  func end() throws(ImportError) {
    if rowCount == 0 { writeHeader() }
    rowCount += 1
    for (index, field) in fields.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer += values[field]
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bytesInMemory { try flush() }
  }

  private func writeHeader() {
    for (index, column) in columns.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(UInt8(ascii: "\""))
      buffer += column.filter { $0 != UInt8(ascii: "\"") && $0 >= UInt8(ascii: " ") }
      buffer.append(UInt8(ascii: "\""))
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  private func flush() throws(ImportError) {
    if file == nil { file = try UnsafeInputFile.unnamed(name, "its tables are") }
    try file?.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// The table as a file of CSV.
  ///
  /// - Returns: the file, whose rows are read from where they are kept.
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  func table() throws(ImportError) -> ImportFile {
    let name = "\(name)/\(title)"
    guard file != nil else {
      return ImportFile(name: name, bytes: buffer, isExplicit: false)
    }
    try flush()
    var table = ImportFile(name: name, bytes: [], isExplicit: false, isWhole: false)
    try file?.read(at: 0, Self.bytesInMemory, into: &table.bytes)
    table.content = file
    return table
  }
}
